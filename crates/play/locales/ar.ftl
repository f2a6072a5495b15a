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
error-text = هذا النص ليس مباراة ولا وضعًا: { $text }.
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
