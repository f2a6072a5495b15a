# Русский.

side-bastaushy = Бастаушы
side-kostaushy = Костаушы

told-move = { $side } ходит из лунки { $hole }: { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
}.
told-last-own = Последний шарик падает в свою лунку { $hole } ({ $side }).
told-last-other = Последний шарик падает в лунку { $hole } ({ $side }).
told-captures = Взято: { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
}.
told-tuzdik = Лунка становится туздыком, 3 шарика идут в казан.
told-into-tuzdik = В туздык ({ $side }) { $count ->
    [one] падает { $count } шарик
    [few] падают { $count } шарика
   *[other] падают { $count } шариков
}.
told-score = Счёт: Бастаушы { $first }, Костаушы { $second }.

end-win = { $side } побеждает { $won } : { $lost }.
end-win-plain = { $side } побеждает.
end-draw = Ничья, { $won } : { $lost }.
end-draw-plain = Ничья.
end-majority = В казане больше половины шариков.
end-no-move = { $side } без хода: атсыз калу.
end-repetition = Позиция повторилась трижды.
end-resigned = { $side } сдаётся.
end-time = { $side }: время вышло.
end-stated = Результат взят из файла.

hint-sentence = Лунка { $hole }: { $reason }.
reason-wins = выигрывает партию, { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
} в казане
reason-starves = оставляет соперника без хода и выигрывает с разницей в { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
}
reason-wins-in = выигрывает за { $moves ->
    [one] { $moves } ход
    [few] { $moves } хода
   *[other] { $moves } ходов
}
reason-starves-in = оставляет соперника без хода за { $moves ->
    [one] { $moves } ход
    [few] { $moves } хода
   *[other] { $moves } ходов
} и выигрывает с разницей в { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
}
reason-only = единственный ход
reason-tuzdik = делает лунку { $hole } соперника туздыком
reason-captures = берёт { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
} и оставляет сопернику { $leaves ->
    [one] { $leaves } лунку
    [few] { $leaves } лунки
   *[other] { $leaves } лунок
} для хода
reason-feeds = кладёт { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
} в свой туздык
reason-avoids-loss = спасает { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
} в лунке { $hole }
reason-avoids-tuzdik = не даёт сопернику сделать лунку { $hole } туздыком
reason-threatens = готовит взятие: { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
} из лунки { $with }
reason-threatens-tuzdik = готовит туздык в лунке { $hole } соперника ходом из лунки { $with }
reason-proven-win = ведёт к верному выигрышу
reason-proven-draw = держит верную ничью
reason-proven-loss = дольше всех держится в проигранной позиции
reason-keeps-home = ничего не отдаёт и сохраняет дома { $count ->
    [one] { $count } шарик
    [few] { $count } шарика
   *[other] { $count } шариков
}
reason-best-line = начинает лучший найденный вариант

error-empty = Лунка { $hole } пуста.
error-tuzdik = Лунка { $hole } — туздык соперника.
error-no-hole = На этой доске нет лунки { $hole }.
error-over = Партия окончена.
error-computers-turn = Сейчас ходит { $side }, за него играет компьютер.
error-nothing-to-undo = Возвращать нечего.
error-nothing-to-redo = Повторять нечего.
error-no-ply = В партии нет такого хода.
error-no-player = Такого игрока нет.
error-player = Этот игрок не может играть: { $text }.
error-text = Текст не является ни партией, ни позицией. { $text }
notation-at-move = { $side }, ход { $number }, `{ $text }`: { $why }
notation-at-line = Строка { $line }, `{ $text }`: { $why }
notation-position = `{ $text }` — не `startpos`, не краткая запись позиции и не FEN.
notation-parts = Частей позиции здесь должно быть { $expected }, а не { $found }.
notation-holes = Лунок в ряду ({ $side }): { $found }, а должно быть { $expected }.
notation-part = `{ $text }` здесь не имеет смысла.
notation-header = Заголовок пишется в одну строку: [Имя "значение"].
notation-variant = Такого варианта правил нет.
notation-comment = Комментарий не закрыт.
notation-move = Это не ход вида 76, 43(10) или 36x.
notation-not-zero = У ходящей стороны есть ход.
notation-result = В заголовке стоит { $text }.
notation-no-game = В тексте нет партии.
notation-second-game = Здесь начинается вторая партия.
error-stale = Доска изменилась; вот она.
error-busy = Сейчас идёт слишком много расчётов; повторите чуть позже.
error-too-fast = Слишком быстро; подождите немного.
error-no-page = Сервер забыл эту партию.
error-nobody-resigns = За обе стороны играет компьютер: сдаваться некому.
error-not-time = Время ещё есть.
error-request = Запрос непонятен: { $text }.
setup-no-hole = В лунке { $hole } ({ $side }) есть шарики, но в ряду лунок: { $holes }.
setup-kazans = В казанах шариков: { $found }, а всего их { $expected }.
setup-total = Всего шариков { $found }, а должно быть { $expected }.
setup-no-tuzdik = { $side } имеет туздык, но в этом варианте их нет.
setup-second = { $side } имеет два туздыка; больше одного не бывает.
setup-own-side = Туздык ({ $side }) на своей стороне (лунка { $hole }).
setup-last = Туздык ({ $side }) в лунке { $hole }; последняя лунка им не бывает.
setup-opposite = Оба туздыка в лунке { $hole }; напротив друг друга они не бывают.
setup-balls = Лунка { $hole } ({ $side }) — туздык, но в ней шариков: { $found }.

ui-title = Тогызкумалак
ui-board = Доска
ui-new = Новая партия
ui-undo = Вернуть ход
ui-redo = Повторить ход
ui-hint = Подсказка
ui-flip = Перевернуть доску
ui-resign = Сдаться
ui-resign-ask = Сдать партию?
ui-settings = Настройки
ui-files = Сохранить и загрузить
ui-editor = Расставить позицию
ui-keys = Клавиши
ui-players = Сменить игроков
ui-menu = Меню
ui-analysis = Анализ
ui-moves = Ходы
ui-review = Разбор
ui-close = Закрыть
ui-cancel = Отмена
ui-start = Начать
ui-variant = Правила
ui-variant-togyz = Тогызкумалак
ui-variant-qozdatu = Коздату, 7 лунок
ui-variant-bestemshe = Бестемше, 5 лунок
ui-variant-historic = До 1949 года
ui-mode = Кто играет
ui-mode-computer = Против компьютера
ui-mode-people = Два человека
ui-mode-watch = Смотреть игру компьютеров
ui-opponent = Соперник
ui-who-begins = Кто начинает
ui-you-begin = Вы (Бастаушы)
ui-computer-begins = Компьютер (вы — Костаушы)
ui-levels = Уровни
ui-others = Модели и поиски
ui-classical = Классический поиск
ui-level-beginner = Начинающий
ui-level-novice = Новичок
ui-level-learner = Ученик
ui-level-amateur = Любитель
ui-level-club = Клубный игрок
ui-level-candidate = Кандидат
ui-level-master = Мастер
ui-level-expert = Эксперт
ui-elo = Эло { $elo } (от { $low } до { $high })
ui-clock = Часы
ui-clock-none = Без часов
ui-clock-minutes = { $minutes } мин + { $seconds } с на ход
ui-person = Человек
ui-you = Вы
ui-your-turn = Ваш ход
ui-turn = Ходит { $side }
ui-told-position = Полуход { $done } из { $total }: Бастаушы { $first }, Костаушы { $second }.
ui-thinking = { $side } думает …
ui-pause = Пауза
ui-go-on = Продолжить
ui-game-over = Партия окончена
ui-again = Ещё партию
ui-look = Смотреть доску
ui-win-chance = Шансы Бастаушы
ui-margin = Ожидаемая разница
ui-margin-ahead = { $side } +{ $balls }
ui-margin-even = поровну
ui-hidden = Скрыто, пока вы не попросите.
ui-analysing = Считаю …
ui-exact = точно
ui-won = выигрыш
ui-drawn = ничья
ui-lost = проигрыш
ui-effort = { $name }, позиций: { $count }
ui-move = Ход
ui-line = Вариант
ui-preview = Показать вариант на доске
ui-preview-back = Предыдущий ход варианта
ui-preview-on = Следующий ход варианта
ui-preview-end = Вернуться к партии
ui-start-position = Начало
ui-copy = Копировать
ui-copied = Скопировано.
ui-paste = Партия или позиция текстом
ui-load = Загрузить
ui-open-file = Открыть файл
ui-download = Сохранить в файл
ui-form-game = Партия
ui-form-pairs = Ходы
ui-form-fen = Позиция (FEN)
ui-form-compact = Позиция (кратко)
ui-language = Язык
ui-theme = Цвета
ui-theme-system = Как в системе
ui-theme-light = Светлые
ui-theme-dark = Тёмные
ui-speed = Посев
ui-speed-off = Сразу
ui-speed-slow = Медленно
ui-speed-normal = Обычно
ui-speed-fast = Быстро
ui-sound = Звук
ui-off = Выкл.
ui-on = Вкл.
ui-hole-names = Названия лунок
ui-hole-names-none = Только номера
ui-hole-names-kk = Казахские
ui-hole-names-ky = Киргизские
ui-hole-of = { $side }, лунка { $hole }: { $count }
ui-tuzdik-of = туздык ({ $side })
ui-kazan-of = Казан ({ $side }): { $count }
ui-edit-count = Шариков: { $found } из { $expected }
ui-edit-turn = Чей ход
ui-edit-tuzdik = Туздык ({ $side })
ui-edit-none = нет
ui-edit-kazan = Казан ({ $side })
ui-edit-clear = Очистить доску
ui-edit-begin = Начальная позиция
ui-edit-play = Играть отсюда
ui-key-holes = ход из лунки
ui-key-undo = вернуть ход
ui-key-redo = повторить ход
ui-key-hint = подсказка
ui-key-flip = перевернуть доску
ui-key-analysis = включить и выключить анализ
ui-key-new = новая партия
ui-key-jump = первая, предыдущая, следующая, последняя позиция
ui-key-skip = закончить анимацию
ui-offline = Сервер не отвечает. Он ещё работает?
ui-restored = Ваша партия восстановлена.
ui-review-start = Разобрать партию
ui-review-stop = Остановить
ui-review-progress = { $done } из { $total }
ui-review-doubtful = сомнительно
ui-review-bad = плохо
ui-review-loss = теряет { $percent } и шариков: { $balls }
ui-review-best = лучше: { $hole }
ui-review-none = Сомнительных ходов нет.
ui-review-turning = перелом
ui-review-sum = { $side }: хороших { $good }, сомнительных { $doubtful }, плохих { $bad }
ui-review-rule = Оценивает { $name }. Сомнительный ход теряет { $doubtful } ожидаемого результата или больше, плохой — { $bad } или больше.
ui-review-ignored = Разбор в тексте повреждён, относится к другим ходам или сделан другой программой и не используется.
review-mean = в среднем ход { $loss }

# Терминал.
game-begin-against = { $variant }: вы — { $side }, соперник: { $player }.
game-begin-people = { $variant }: за обе стороны играют люди.
game-begin-engines = { $variant }: за обе стороны играет { $player }.
game-begin-how = Введите номер лунки от 1 до 9 или `hint`, `undo`, `help`, `quit`.
game-level = уровень { $name }
game-you = вы
game-person = человек
game-thinking = думаю ... (Ctrl-C остановит)
game-interrupted = прервано
game-error = ошибка
game-stopped = Остановлено: { $side } ещё не ходил. `go` — пусть ходит, `undo` — вернуть ваш ход.
game-over-keep = `{ $save }` сохраняет партию, `moves` показывает ходы, `undo` возвращает последний ход, `new` начинает новую.
game-over-again = `new` начинает новую партию, `undo` возвращает последний ход.
game-go-or-side = `go` — пусть ходит, `side` — занять его место.
game-goes-on = Партия продолжается.
game-took-back = { $count ->
    [one] Возвращён { $count } ход.
    [few] Возвращены { $count } хода.
   *[other] Возвращено { $count } ходов.
}
game-played-again = { $count ->
    [one] Повторён { $count } ход.
    [few] Повторены { $count } хода.
   *[other] Повторено { $count } ходов.
}
game-redo-more = `redo` повторит дальше.
game-new = Новая партия.
game-from-position = Партия с этой позиции.
game-former = Прежняя партия возвращена.
game-loaded = Загружена партия { $number } из { $file }: { $count ->
    [one] { $count } полуход
    [few] { $count } полухода
   *[other] { $count } полуходов
}, { $white } — { $black }.
game-saved = В { $file } сохранено: { $count ->
    [one] { $count } полуход
    [few] { $count } полухода
   *[other] { $count } полуходов
}.
game-not-kept = Внимание: партия больше не сохраняется сама: { $text }
game-seat-you = Теперь вы — { $side }, соперник: { $player }.
game-seat-people = Теперь за обе стороны играют люди.
game-seat-engines = Теперь за обе стороны играет { $player }.
game-seat-engine = { $side }: теперь играет { $player }.
game-opponent = Ваш соперник: { $player }. `levels` показывает уровни.
game-no-variant = { $player } не знает правил «{ $variant }»; вместо него играет классический поиск.
game-no-moves = Ходов ещё не было.
game-also = также: { $words }
game-by = считает { $name }
game-by-early = считает { $name }, остановлено раньше времени
game-language = Язык: { $name } ({ $code }). Другие: { $codes }.
game-small = Для доски нужно столбцов: { $columns }, строк: { $rows }.
game-more-lines = (ещё строк: { $count })

board-tuzdik = туздык в лунке { $hole } ({ $side })
board-to-move = ходит
board-row = { $side } ({ $name }): казан { $count }, { $tuzdik }.
board-no-tuzdik = туздыка нет
board-holes = { $side }, лунки от 1 до { $holes }: { $counts }.
board-hole-tuzdik = туздык
board-last = Последний ход: { $side } из лунки { $hole }, последний шарик в лунке { $landing } ({ $row }).
board-letter-first = Б
board-letter-second = К
board-legend = 9. нечёт   10: чёт   o откуда был последний ход   * где упал последний шарик
    T({ $first }), T({ $second }) туздык Бастаушы, Костаушы   < v > ^ направление посева
board-south = юг
board-north = север

eval-gains = { $count ->
    [one] берёт { $count } шарик
    [few] берёт { $count } шарика
   *[other] берёт { $count } шариков
}
eval-gives = { $count ->
    [one] отдаёт { $count } шарик
    [few] отдаёт { $count } шарика
   *[other] отдаёт { $count } шариков
}
eval-gains-nothing = сразу ничего не берёт
eval-hint = { $gain }; шансы { $win }; ожидаемая разница: { $margin }
eval-line = вариант: { $line }
eval-balls = шариков: { $balls }
eval-exactly = { $margin }, точно
eval-certain-draw = никакой, верная ничья
eval-ahead = { $side } ({ $name }) должен закончить впереди, шариков: { $balls }; ничья { $draw }; { $effort }
eval-exact = Точно: { $told }.
eval-certain = Наверняка: { $told }.
eval-wins = { $side } выигрывает
eval-draw = ничья при лучшей игре
eval-moves-of = Ходы ({ $side }), лучший первым:
eval-move = ход
eval-win = шансы
eval-margin = разница
eval-share = доля
eval-more = (ещё { $count })
eval-tables = точно, по таблицам эндшпиля
eval-nodes = позиций: { $count }
eval-simulations = симуляций: { $count }
eval-depth = глубина { $depth }
eval-after = После { $count ->
    [one] { $count } полухода
   *[other] { $count } полуходов
}: { $position }

level-name = уровень
level-simulations = симуляции
level-elo = Эло (интервал 95 %)
level-games = партии
level-model = модель
level-not-measured = не измерено
level-from = { $model }, поколение { $generation } обучения { $run }
level-source = Уровни и модели: { $source }.

help-holes = ход из этой лунки; понятна и запись парами: 76, 36x
help-hint = лучший ход, что он даёт и почему
help-undo = вернуть N ваших последних ходов с ответами на них
help-redo = повторить возвращённое
help-eval = кто стоит лучше: шансы и ожидаемая разница
help-analyze = N лучших ходов с шансами, разницей и вариантом
help-new = начать сначала; `undo` вернёт прежнюю партию
help-side = поменяться сторонами или занять названную
help-flip = перевернуть доску
help-level = играть с другим уровнем; без имени — назвать нынешний
help-levels = уровни с измеренной силой
help-engine = играть с любым игроком: classical,depth=8  model:FILE  random
help-both = за обе стороны играют люди
help-watch = за обе стороны играет компьютер; Ctrl-C остановит
help-go = пусть компьютер ходит сейчас, в ваш ход — за вас
help-position = играть с позиции: краткая запись, FEN или `startpos`
help-notation = записать позицию и партию для копирования
help-moves = список ходов
help-save = сохранить партию в файл; `save! FILE` заменит чужой
help-load = открыть партию, N-ю в файле
help-board = показать доску; изменить её вид
help-language = говорить на другом языке; без кода — назвать языки
help-resign = сдаться
help-help = этот список
help-quit = выйти; конец ввода тоже завершает

command-unknown = Неизвестная команда `{ $word }`: `help` покажет все; ход — это номер лунки.
command-nearest = Неизвестная команда `{ $word }`: может быть, `{ $nearest }`? `help` покажет все.
command-no-hole = `{ $word }` — не лунка: введите число от 1 до 9.
command-no-argument = `{ $name }` пишется без добавлений, а за ним стоит `{ $word }`.
command-missing = Для `{ $name }` нужно больше: { $usage }
command-count = `{ $word }` — не число от 1 до { $most }: { $usage }
command-word = `{ $word }` — не одно из этих слов: { $expected }.
error-mismatch = { $text }: { $why } Просто `{ $hole }` — ход из этой лунки.
error-position = Это не позиция. { $text }
error-no-file = В какой файл? `save FILE`
error-not-own = { $file } уже есть и хранит не эту партию: `save! { $file }` заменит его.
error-no-such-game = { $file }: партии { $wanted } нет; партий в файле: { $found }.
error-file = Файл нельзя использовать: { $text }.
pair-landing = Последний шарик падает в лунку { $expected }, а не { $found }.
pair-unmarked = Получается туздык, но нет знака x.
pair-no-tuzdik = Туздыка не получается, но стоит знак x.
pair-kazan = После хода шариков в казане { $expected }, а не { $found }.
end-rest = Оставшиеся шарики ({ $count }) получает { $side }.

# Что известно о позиции наверняка.
solve-open = Не решено в пределах ограничения.
solve-holds = { $side } получит не меньше половины шариков: выиграть { $other } не может.
solve-known = Ответ есть в таблицах эндшпиля (шариков до { $balls }): `{ $command }`, затем то же самое ещё раз, или `--tables DIR`.
solve-nodes = Шариков на доске: { $balls }. Может помочь большее `{ $option }`.
solve-larger = Могут помочь и таблицы эндшпиля (шариков до { $balls }): `{ $command }`, или `--tables DIR`.
solve-tables = таблицы эндшпиля, шариков до { $balls }
