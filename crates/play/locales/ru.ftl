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
reason-starves = оставляет соперника без хода и выигрывает с разницей { $count ->
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
error-text = Текст не является ни партией, ни позицией: { $text }.
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
