# العربية.

side-bastaushy = باستاوشي
side-kostaushy = كوستاوشي

told-move = يلعب { $side } الحفرة { $hole }، { $count ->
    [one] كرة واحدة
    [two] كرتان
    [few] { $count } كرات
   *[other] { $count } كرة
}.
told-last-own = تقع الكرة الأخيرة في الحفرة { $hole } الخاصة بـ{ $side } نفسه.
told-last-other = تقع الكرة الأخيرة في الحفرة { $hole } الخاصة بـ{ $side }.
told-captures = يأخذ { $count ->
    [one] كرة واحدة
    [two] كرتين
    [few] { $count } كرات
   *[other] { $count } كرة
}.
told-tuzdik = يجعلها توزديك ويأخذ 3 كرات.
told-into-tuzdik = كرات تقع في توزديك { $side }: { $count }.
told-score = النتيجة: باستاوشي { $first }، كوستاوشي { $second }.

end-win = فاز { $side } بنتيجة { $won } إلى { $lost }.
end-win-plain = فاز { $side }.
end-draw = تعادل، { $won } إلى { $lost }.
end-draw-plain = تعادل.
end-majority = أكثر من نصف الكرات في القازان.
end-no-move = لا نقلة لدى { $side }: أتسيز قالو.
end-repetition = تكرر الوضع نفسه ثلاث مرات.
end-resigned = استسلم { $side }.
end-time = نفد وقت { $side }.
end-stated = النتيجة من الملف.

hint-sentence = الحفرة { $hole }: { $reason }.
reason-wins = تكسب المباراة والكرات في القازان { $count }
reason-starves = تترك الخصم بلا نقلة وتكسب بفارق { $count }
reason-wins-in = تكسب (عدد النقلات: { $moves })
reason-starves-in = تترك الخصم بلا نقلة (عدد النقلات: { $moves }) وتكسب بفارق { $count }
reason-only = النقلة الوحيدة
reason-tuzdik = تجعل حفرة الخصم { $hole } توزديك
reason-captures = تأخذ { $count ->
    [one] كرة واحدة
    [two] كرتين
    [few] { $count } كرات
   *[other] { $count } كرة
} وتترك للخصم من الحفر القابلة للعب: { $leaves }
reason-feeds = تزرع في توزديكك من الكرات: { $count }
reason-avoids-loss = تنقذ { $count ->
    [one] كرة واحدة
    [two] كرتين
    [few] { $count } كرات
   *[other] { $count } كرة
} في الحفرة { $hole }
reason-avoids-tuzdik = تمنع الخصم من جعل الحفرة { $hole } توزديك
reason-threatens = تمهد لأخذ { $count ->
    [one] كرة واحدة
    [two] كرتين
    [few] { $count } كرات
   *[other] { $count } كرة
} بالحفرة { $with }
reason-threatens-tuzdik = تمهد لتوزديك في حفرة الخصم { $hole } بالحفرة { $with }
reason-proven-win = تكسب حتمًا
reason-proven-draw = تضمن التعادل
reason-proven-loss = أطول مقاومة في وضع خاسر
reason-keeps-home = لا تعطي شيئًا وتبقي في صفك من الكرات: { $count }
reason-best-line = تبدأ أفضل تتابع وُجد

error-empty = الحفرة { $hole } فارغة.
error-tuzdik = الحفرة { $hole } توزديك الخصم.
error-no-hole = لا توجد حفرة { $hole } على هذه الرقعة.
error-over = انتهت المباراة.
error-computers-turn = الدور لـ{ $side } ويلعبه الحاسوب.
error-nothing-to-undo = لا شيء للتراجع عنه.
error-nothing-to-redo = لا شيء لإعادته.
error-no-ply = ليس في المباراة هذه النقلة.
error-no-player = لا يوجد هذا اللاعب.
error-player = لا يستطيع هذا اللاعب اللعب: { $text }.
error-text = هذا النص ليس مباراة ولا وضعًا. { $text }
notation-at-move = { $side }، النقلة { $number }، `{ $text }`: { $why }
notation-at-line = السطر { $line }، `{ $text }`: { $why }
notation-position = `{ $text }` ليس `startpos` ولا وضعًا مختصرًا ولا FEN.
notation-parts = عدد أجزاء الوضع هنا { $expected } وليس { $found }.
notation-holes = عدد حفر صف { $side } هو { $found } وليس { $expected }.
notation-part = `{ $text }` لا معنى له هنا.
notation-header = يُكتب الرأس [الاسم "القيمة"] في سطر واحد.
notation-variant = لا توجد قواعد بهذا الاسم.
notation-comment = التعليق غير مغلق.
notation-move = ليست نقلة مثل 76 أو 43(10) أو 36x.
notation-not-zero = لصاحب الدور نقلة.
notation-result = الرأس يقول { $text }.
notation-no-game = لا مباراة في النص.
notation-second-game = تبدأ هنا مباراة ثانية.
error-stale = تغيرت الرقعة؛ هذه هي.
error-busy = الحساب كثير الآن؛ أعد المحاولة بعد قليل.
error-too-fast = سريع جدًا؛ انتظر قليلًا.
error-no-page = نسي الخادم هذه المباراة.
error-nobody-resigns = الحاسوب يلعب الطرفين: لا أحد يستسلم.
error-not-time = ما زال هناك وقت.
error-request = الطلب غير مفهوم: { $text }.
setup-no-hole = في الحفرة { $hole } لـ{ $side } كرات، لكن عدد حفر الصف { $holes }.
setup-kazans = في القازانين { $found } من الكرات، والمجموع { $expected } فقط.
setup-total = مجموع الكرات { $found } وليس { $expected }.
setup-no-tuzdik = لدى { $side } توزديك، لكن هذا النوع يُلعب بدونه.
setup-second = لدى { $side } توزديكان؛ الأقصى واحد.
setup-own-side = توزديك { $side } في جانبه نفسه (الحفرة { $hole }).
setup-last = توزديك { $side } على الحفرة { $hole }؛ الحفرة الأخيرة لا تكون توزديك.
setup-opposite = كلا التوزديكين على الحفرة { $hole }؛ ولا يتقابلان أبدًا.
setup-balls = الحفرة { $hole } لـ{ $side } توزديك، لكن فيها { $found } من الكرات.

ui-title = توغيز قومالاق
ui-board = الرقعة
ui-new = مباراة جديدة
ui-undo = تراجع
ui-redo = إعادة
ui-hint = تلميح
ui-flip = قلب الرقعة
ui-resign = استسلام
ui-resign-ask = هل تستسلم في هذه المباراة؟
ui-settings = الإعدادات
ui-files = حفظ وتحميل
ui-editor = إعداد وضع
ui-keys = المفاتيح
ui-players = تغيير اللاعبين
ui-menu = القائمة
ui-analysis = تحليل
ui-moves = النقلات
ui-review = مراجعة
ui-close = إغلاق
ui-cancel = إلغاء
ui-start = ابدأ
ui-variant = القواعد
ui-variant-togyz = توغيز قومالاق
ui-variant-qozdatu = قوزداتو، 7 حفر
ui-variant-bestemshe = بستمشه، 5 حفر
ui-variant-historic = قبل 1949
ui-mode = من يلعب
ui-mode-computer = ضد الحاسوب
ui-mode-people = شخصان
ui-mode-watch = مشاهدة حاسوبين
ui-opponent = الخصم
ui-who-begins = من يبدأ
ui-you-begin = أنت (باستاوشي)
ui-computer-begins = الحاسوب (أنت كوستاوشي)
ui-levels = المستويات
ui-others = نماذج وبحث
ui-classical = البحث التقليدي
ui-level-beginner = مبتدئ
ui-level-novice = ناشئ
ui-level-learner = متعلم
ui-level-amateur = هاوٍ
ui-level-club = لاعب نادٍ
ui-level-candidate = مرشح
ui-level-master = أستاذ
ui-level-expert = خبير
ui-elo = إيلو { $elo } ({ $low } إلى { $high })
ui-clock = الساعة
ui-clock-none = بلا ساعة
ui-clock-minutes = { $minutes } د + { $seconds } ث لكل نقلة
ui-person = شخص
ui-you = أنت
ui-your-turn = دورك
ui-turn = الدور: { $side }
ui-told-position = نصف النقلة { $done } من { $total }: باستاوشي { $first }، كوستاوشي { $second }.
ui-thinking = { $side } يفكر …
ui-pause = إيقاف مؤقت
ui-go-on = متابعة
ui-game-over = انتهت المباراة
ui-again = مباراة أخرى
ui-look = انظر إلى الرقعة
ui-win-chance = فرصة باستاوشي
ui-margin = الفارق المتوقع
ui-margin-ahead = { $side } +{ $balls }
ui-margin-even = متساوٍ
ui-hidden = مخفي حتى تطلبه.
ui-analysing = جارٍ النظر …
ui-exact = دقيق
ui-won = فوز
ui-drawn = تعادل
ui-lost = خسارة
ui-effort = { $name }، الأوضاع: { $count }
ui-move = نقلة
ui-line = تتابع
ui-preview = أظهر هذا التتابع على الرقعة
ui-preview-back = النقلة السابقة في التتابع
ui-preview-on = النقلة التالية في التتابع
ui-preview-end = عودة إلى المباراة
ui-start-position = البداية
ui-copy = نسخ
ui-copied = نُسخ.
ui-paste = مباراة أو وضع كنص
ui-load = تحميل
ui-open-file = فتح ملف
ui-download = حفظ في ملف
ui-form-game = مباراة
ui-form-pairs = نقلات
ui-form-fen = وضع (FEN)
ui-form-compact = وضع (موجز)
ui-language = اللغة
ui-theme = الألوان
ui-theme-system = كالنظام
ui-theme-light = فاتحة
ui-theme-dark = داكنة
ui-speed = الزرع
ui-speed-off = فورًا
ui-speed-slow = بطيء
ui-speed-normal = عادي
ui-speed-fast = سريع
ui-sound = الأصوات
ui-off = لا
ui-on = نعم
ui-hole-names = أسماء الحفر
ui-hole-names-none = أرقام فقط
ui-hole-names-kk = الكازاخية
ui-hole-names-ky = القرغيزية
ui-hole-of = { $side }، الحفرة { $hole }: { $count }
ui-tuzdik-of = توزديك { $side }
ui-kazan-of = قازان { $side }: { $count }
ui-edit-count = { $found } من { $expected } كرة
ui-edit-turn = الدور
ui-edit-tuzdik = توزديك { $side }
ui-edit-none = لا شيء
ui-edit-kazan = قازان { $side }
ui-edit-clear = إفراغ الرقعة
ui-edit-begin = وضع البداية
ui-edit-play = العب من هنا
ui-key-holes = العب حفرة
ui-key-undo = تراجع
ui-key-redo = إعادة
ui-key-hint = تلميح
ui-key-flip = قلب الرقعة
ui-key-analysis = تشغيل التحليل وإيقافه
ui-key-new = مباراة جديدة
ui-key-jump = الوضع الأول، السابق، التالي، الأخير
ui-key-skip = إنهاء الحركة
ui-offline = الخادم لا يجيب. هل ما زال يعمل؟
ui-restored = عادت مباراتك.
ui-review-start = راجع المباراة
ui-review-stop = أوقف
ui-review-progress = { $done } من { $total }
ui-review-doubtful = مشكوك فيها
ui-review-bad = سيئة
ui-review-loss = تخسر { $percent } و{ $balls } من الكرات
ui-review-best = أفضل: { $hole }
ui-review-none = لا نقلة مشكوك فيها.
ui-review-turning = نقطة تحول
ui-review-sum = { $side }: جيدة { $good }، مشكوك فيها { $doubtful }، سيئة { $bad }
ui-review-rule = التقييم: { $name }. المشكوك فيها تخسر { $doubtful } من النتيجة المتوقعة أو أكثر؛ والسيئة { $bad } أو أكثر.
ui-review-ignored = المراجعة التي في النص تالفة أو لنقلات أخرى أو من حاسوب آخر، ولذلك لا تُستعمل.
review-mean = في المتوسط النقلة { $loss }

# الطرفية.
game-begin-against = { $variant }: أنت { $side }، وخصمك { $player }.
game-begin-people = { $variant }: يلعب الطرفين أشخاص.
game-begin-engines = { $variant }: يلعب الطرفين { $player }.
game-begin-how = اكتب رقم حفرة من 1 إلى 9، أو `hint` أو `undo` أو `help` أو `quit`.
game-level = المستوى { $name }
game-you = أنت
game-person = شخص
game-thinking = يفكر ... (Ctrl-C يوقف)
game-interrupted = قوطع
game-error = خطأ
game-stopped = توقف: لم يلعب { $side }. `go` يدعه يلعب، و`undo` يسترجع نقلتك.
game-over-keep = `{ $save }` يحفظ المباراة، `moves` يسرد نقلاتها، `undo` يتراجع عن النهاية، `new` يبدأ غيرها.
game-over-again = `new` يبدأ مباراة أخرى، و`undo` يتراجع عن النقلة الأخيرة.
game-go-or-side = `go` يدعه يلعب، و`side` يأخذ مكانه.
game-goes-on = المباراة مستمرة.
game-took-back = عدد النقلات المسترجعة: { $count }.
game-played-again = عدد النقلات المعادة: { $count }.
game-redo-more = `redo` يعيد المزيد.
game-new = مباراة جديدة.
game-from-position = مباراة من هذا الوضع.
game-former = عادت المباراة السابقة.
game-loaded = حُمّلت المباراة { $number } من { $file }: أنصاف النقلات { $count }، { $white } ضد { $black }.
game-saved = حُفظت في { $file } أنصاف النقلات: { $count }.
game-not-kept = تنبيه: لم تعد المباراة تُحفظ تلقائيًا: { $text }
game-seat-you = أنت الآن { $side }، وخصمك { $player }.
game-seat-people = يلعب الطرفين الآن أشخاص.
game-seat-engines = يلعب الطرفين الآن { $player }.
game-seat-engine = { $player } يلعب الآن { $side }.
game-opponent = خصمك { $player }. `levels` يسرد المستويات.
game-no-variant = { $player } لا يعرف { $variant }؛ يلعب البحث الكلاسيكي بدلًا منه.
game-no-moves = لم تُلعب أي نقلة.
game-also = أيضًا: { $words }
game-by = { $name }
game-by-early = { $name }، أُوقف مبكرًا
game-language = اللغة: { $name } ({ $code }). الأخرى: { $codes }.
game-small = تحتاج الرقعة إلى { $columns } عمودًا و{ $rows } سطرًا.
game-more-lines = (أسطر أخرى: { $count })

board-tuzdik = توزديك في الحفرة { $hole } لـ{ $side }
board-to-move = الدور له
board-row = { $side } ({ $name }): القازان { $count }، { $tuzdik }.
board-no-tuzdik = بلا توزديك
board-holes = { $side }، الحفر من 1 إلى { $holes }: { $counts }.
board-hole-tuzdik = توزديك
board-last = النقلة الأخيرة: { $side } من الحفرة { $hole }، والكرة الأخيرة في الحفرة { $landing } لـ{ $row }.
board-letter-first = B
board-letter-second = K
board-legend = 9. فردي   10: زوجي   o آخر حفرة لُعبت   * حيث وقعت كرتها الأخيرة
    T({ $first })، T({ $second }) توزديك باستاوشي، توزديك كوستاوشي   < v > ^ اتجاه الزرع
board-south = الجنوب
board-north = الشمال

eval-gains = تكسب { $count ->
    [one] كرة واحدة
    [two] كرتين
    [few] { $count } كرات
   *[other] { $count } كرة
}
eval-gives = تعطي { $count ->
    [one] كرة واحدة
    [two] كرتين
    [few] { $count } كرات
   *[other] { $count } كرة
}
eval-gains-nothing = لا تكسب شيئًا في الحال
eval-hint = { $gain }؛ فرصة الفوز { $win }؛ الفارق المتوقع: { $margin }
eval-line = التتابع: { $line }
eval-balls = { $balls } من الكرات
eval-exactly = { $margin }، بالضبط
eval-certain-draw = لا فارق، تعادل مؤكد
eval-ahead = يُتوقع أن ينتهي { $side } ({ $name }) متقدمًا بفارق { $balls }؛ التعادل { $draw }؛ { $effort }
eval-exact = بالضبط: { $told }.
eval-certain = مؤكد: { $told }.
eval-wins = { $side } يفوز حتمًا
eval-draw = تعادل بأفضل لعب
eval-moves-of = نقلات { $side }، الأفضل أولًا:
eval-move = نقلة
eval-win = فوز
eval-margin = فارق
eval-share = حصة
eval-more = (غيرها { $count })
eval-tables = بالضبط، من جداول النهايات
eval-nodes = الأوضاع: { $count }
eval-simulations = المحاكاة: { $count }
eval-depth = العمق { $depth }
eval-after = بعد { $count } من أنصاف النقلات: { $position }

level-name = المستوى
level-simulations = المحاكاة
level-elo = Elo (مجال 95 %)
level-games = المباريات
level-model = النموذج
level-not-measured = لم يُقس
level-from = { $model }، الجيل { $generation } من { $run }
level-source = المستويات والنماذج: { $source }.

help-holes = العب تلك الحفرة؛ تُفهم أيضًا الكتابة 76 أو 36x
help-hint = أفضل نقلة، وما تكسبه، ولماذا
help-undo = تراجع عن آخر N من نقلاتك والردود عليها
help-redo = أعد ما استُرجع
help-eval = من الأفضل: فرصة الفوز والفارق المتوقع
help-analyze = أفضل N نقلات بفرصها وفارقها وتتابعها
help-new = ابدأ من جديد؛ `undo` يعيد المباراة القديمة
help-side = بدّل الطرفين، أو خذ الطرف المسمى
help-flip = اقلب الرقعة
help-level = العب ضد مستوى آخر؛ وحده يقول أيها هو
help-levels = المستويات بقوتها المقيسة
help-engine = العب ضد أي لاعب: classical,depth=8  model:FILE  random
help-both = يلعب الطرفين أشخاص
help-watch = يلعب الحاسوب الطرفين؛ Ctrl-C يوقفه
help-go = دع الحاسوب يلعب الآن، عنك إن كان دورك
help-position = العب من وضع مختصر أو FEN أو `startpos`
help-notation = اكتب الوضع والمباراة لنسخهما
help-moves = اسرد النقلات
help-save = احفظ المباراة في ملف؛ `save! FILE` يستبدل ملفًا آخر
help-load = افتح مباراة، رقم N في ملفها
help-board = أظهر الرقعة؛ غيّر طريقة كتابتها
help-language = تكلم لغة أخرى؛ وحده يقول اللغات
help-resign = استسلم
help-help = هذه القائمة
help-quit = اخرج؛ ونهاية الإدخال كذلك

command-unknown = أمر غير معروف `{ $word }`: `help` يسرد الكل؛ والنقلة رقم حفرة.
command-nearest = أمر غير معروف `{ $word }`: هل تقصد `{ $nearest }`؟ `help` يسرد الكل.
command-no-hole = `{ $word }` ليست حفرة: اكتب رقمًا من 1 إلى 9.
command-no-argument = `{ $name }` يُكتب وحده، لكن يتبعه `{ $word }`.
command-missing = `{ $name }` ناقص: { $usage }
command-count = `{ $word }` ليس عددًا من 1 إلى { $most }: { $usage }
command-word = `{ $word }` ليس من هذه: { $expected }.
error-mismatch = { $text }: { $why } `{ $hole }` وحدها تلعب الحفرة.
error-position = ليس وضعًا. { $text }
error-no-file = في أي ملف؟ `save FILE`
error-not-own = { $file } موجود وليس لهذه المباراة: `save! { $file }` يستبدله.
error-no-such-game = { $file }: لا توجد المباراة { $wanted }؛ في الملف { $found }.
error-file = لا يمكن استعمال الملف: { $text }.
pair-landing = تقع الكرة الأخيرة في الحفرة { $expected } وليس { $found }.
pair-unmarked = تصنع توزديك، لكن علامة x ناقصة.
pair-no-tuzdik = لا تصنع توزديك، لكنها معلمة x.
pair-kazan = بعدها في القازان { $expected } من الكرات وليس { $found }.
end-rest = الكرات الباقية ({ $count }) لـ{ $side }.

# ما هو مؤكد عن وضع.
solve-open = لم يُحل ضمن الحد.
solve-holds = { $side } ينال نصف الكرات أو أكثر، فلا يمكن أن يفوز { $other }.
solve-known = الجواب في جداول النهايات حتى { $balls } من الكرات: `{ $command }` ثم الأمر نفسه، أو `--tables DIR`.
solve-nodes = على الرقعة { $balls } من الكرات. قد يحله `{ $option }` أكبر.
solve-larger = وقد تحله جداول النهايات حتى { $balls } من الكرات: `{ $command }`، أو `--tables DIR`.
solve-tables = جداول النهايات حتى { $balls } من الكرات
