# Español.

side-bastaushy = Bastaushy
side-kostaushy = Kostaushy

told-move = { $side } juega la casilla { $hole }, { $count ->
    [one] una bola
   *[other] { $count } bolas
}.
told-last-own = La última bola cae en la casilla { $hole } del propio { $side }.
told-last-other = La última bola cae en la casilla { $hole } de { $side }.
told-captures = Captura { $count ->
    [one] una bola
   *[other] { $count } bolas
}.
told-tuzdik = Hace allí un tuzdik y toma 3 bolas.
told-into-tuzdik = { $count ->
    [one] Una bola cae
   *[other] { $count } bolas caen
} en el tuzdik de { $side }.
told-score = Marcador: Bastaushy { $first }, Kostaushy { $second }.

end-win = { $side } gana por { $won } a { $lost }.
end-win-plain = { $side } gana.
end-draw = Empate, { $won } a { $lost }.
end-draw-plain = Empate.
end-majority = Más de la mitad de las bolas están en el kazan.
end-no-move = { $side } no tiene jugada: atsyz kalu.
end-repetition = La misma posición apareció tres veces.
end-resigned = { $side } se rinde.
end-time = A { $side } se le acabó el tiempo.
end-stated = El resultado viene del archivo.

hint-sentence = Casilla { $hole }: { $reason }.
reason-wins = gana la partida con { $count } bolas en el kazan
reason-starves = deja al rival sin jugada y gana por { $count ->
    [one] una bola
   *[other] { $count } bolas
}
reason-wins-in = gana en { $moves } jugadas
reason-starves-in = deja al rival sin jugada en { $moves } jugadas y gana por { $count ->
    [one] una bola
   *[other] { $count } bolas
}
reason-only = la única jugada
reason-tuzdik = convierte la casilla { $hole } del rival en tuzdik
reason-captures = captura { $count ->
    [one] una bola
   *[other] { $count } bolas
} y deja al rival { $leaves ->
    [one] una casilla jugable
   *[other] { $leaves } casillas jugables
}
reason-feeds = siembra { $count ->
    [one] una bola
   *[other] { $count } bolas
} en tu propio tuzdik
reason-avoids-loss = salva { $count ->
    [one] una bola
   *[other] { $count } bolas
} en la casilla { $hole }
reason-avoids-tuzdik = impide que el rival haga tuzdik la casilla { $hole }
reason-threatens = prepara la captura de { $count ->
    [one] una bola
   *[other] { $count } bolas
} con la casilla { $with }
reason-threatens-tuzdik = prepara un tuzdik en la casilla { $hole } del rival con la casilla { $with }
reason-proven-win = gana por la fuerza
reason-proven-draw = asegura el empate
reason-proven-loss = resiste lo más posible en una posición perdida
reason-keeps-home = no regala nada y guarda { $count ->
    [one] una bola
   *[other] { $count } bolas
} en casa
reason-best-line = inicia la mejor línea encontrada

error-empty = La casilla { $hole } está vacía.
error-tuzdik = La casilla { $hole } es el tuzdik del rival.
error-no-hole = No hay casilla { $hole } en este tablero.
error-over = La partida ha terminado.
error-computers-turn = Es el turno de { $side }, que juega el ordenador.
error-nothing-to-undo = No hay nada que deshacer.
error-nothing-to-redo = No hay nada que rehacer.
error-no-ply = La partida no tiene esa jugada.
error-no-player = No existe ese jugador.
error-player = Ese jugador no puede jugar: { $text }.
error-text = Este texto no es ni partida ni posición. { $text }
notation-at-move = Jugada { $number } de { $side }, `{ $text }`: { $why }
notation-at-line = Línea { $line }, `{ $text }`: { $why }
notation-position = `{ $text }` no es ni `startpos` ni una posición compacta ni un FEN.
notation-parts = Aquí una posición tiene { $expected } partes, no { $found }.
notation-holes = La fila de { $side } tiene { $found } casillas, no { $expected }.
notation-part = `{ $text }` no tiene sentido ahí.
notation-header = Una cabecera se escribe [Nombre "valor"] en una línea.
notation-variant = No hay tal variante.
notation-comment = El comentario no está cerrado.
notation-move = No es una jugada como 76, 43(10) o 36x.
notation-not-zero = El bando que juega tiene jugada.
notation-result = La cabecera dice { $text }.
notation-no-game = No hay ninguna partida en el texto.
notation-second-game = Aquí empieza una segunda partida.
error-stale = El tablero había cambiado; aquí está.
error-busy = Ahora hay demasiados cálculos; inténtalo en un momento.
error-too-fast = Demasiado rápido; espera un momento.
error-no-page = El servidor olvidó la partida.
error-nobody-resigns = El ordenador juega por ambos lados: nadie puede rendirse.
error-not-time = Aún queda tiempo.
error-request = No se entiende la petición: { $text }.
setup-no-hole = La casilla { $hole } de { $side } tiene bolas, pero una fila tiene { $holes } casillas.
setup-kazans = Los kazanes tienen { $found } bolas, pero solo hay { $expected }.
setup-total = Hay { $found } bolas en total, no { $expected }.
setup-no-tuzdik = { $side } tiene un tuzdik, pero esta variante se juega sin él.
setup-second = { $side } tiene dos tuzdiks; uno es el máximo.
setup-own-side = El tuzdik de { $side } está en su propio lado (casilla { $hole }).
setup-last = El tuzdik de { $side } está en la casilla { $hole }; la última casilla nunca lo es.
setup-opposite = Ambos tuzdiks están en la casilla { $hole }; nunca están uno frente al otro.
setup-balls = La casilla { $hole } de { $side } es un tuzdik, pero tiene { $found } bolas.

ui-title = Togyz Kumalak
ui-board = Tablero
ui-new = Nueva partida
ui-undo = Deshacer
ui-redo = Rehacer
ui-hint = Pista
ui-flip = Girar el tablero
ui-resign = Rendirse
ui-resign-ask = ¿Rendirse y dar la partida por perdida?
ui-settings = Ajustes
ui-files = Guardar y cargar
ui-editor = Colocar una posición
ui-keys = Teclas
ui-players = Cambiar de jugadores
ui-menu = Menú
ui-analysis = Análisis
ui-moves = Jugadas
ui-review = Repaso
ui-close = Cerrar
ui-cancel = Cancelar
ui-start = Empezar
ui-variant = Reglas
ui-variant-togyz = Togyz Kumalak
ui-variant-qozdatu = Qozdatu, 7 casillas
ui-variant-bestemshe = Bestemshe, 5 casillas
ui-variant-historic = Antes de 1949
ui-mode = Quién juega
ui-mode-computer = Contra el ordenador
ui-mode-people = Dos personas
ui-mode-watch = Ver jugar a dos ordenadores
ui-opponent = Rival
ui-who-begins = Quién empieza
ui-you-begin = Tú (Bastaushy)
ui-computer-begins = El ordenador (tú eres Kostaushy)
ui-levels = Niveles
ui-others = Modelos y búsquedas
ui-classical = Búsqueda clásica
ui-level-beginner = Principiante
ui-level-novice = Novato
ui-level-learner = Aprendiz
ui-level-amateur = Aficionado
ui-level-club = Jugador de club
ui-level-candidate = Candidato
ui-level-master = Maestro
ui-level-expert = Experto
ui-elo = Elo { $elo } ({ $low } a { $high })
ui-clock = Reloj
ui-clock-none = Sin reloj
ui-clock-minutes = { $minutes } min + { $seconds } s por jugada
ui-person = Persona
ui-you = Tú
ui-your-turn = Tu turno
ui-turn = Juega { $side }
ui-told-position = Media jugada { $done } de { $total }: Bastaushy { $first }, Kostaushy { $second }.
ui-thinking = { $side } está pensando …
ui-pause = Pausa
ui-go-on = Continuar
ui-game-over = Fin de la partida
ui-again = Otra partida
ui-look = Ver el tablero
ui-win-chance = Probabilidad de Bastaushy
ui-margin = Diferencia esperada
ui-margin-ahead = { $side } +{ $balls }
ui-margin-even = igualdad
ui-hidden = Oculto hasta que lo pidas.
ui-analysing = Mirando …
ui-exact = exacto
ui-won = ganado
ui-drawn = empate
ui-lost = perdido
ui-effort = { $name }, { $count } posiciones
ui-move = Jugada
ui-line = Línea
ui-preview = Mostrar esta línea en el tablero
ui-preview-back = Jugada anterior de la línea
ui-preview-on = Jugada siguiente de la línea
ui-preview-end = Volver a la partida
ui-start-position = Inicio
ui-copy = Copiar
ui-copied = Copiado.
ui-paste = Partida o posición como texto
ui-load = Cargar
ui-open-file = Abrir un archivo
ui-download = Guardar en un archivo
ui-form-game = Partida
ui-form-pairs = Jugadas
ui-form-fen = Posición (FEN)
ui-form-compact = Posición (compacta)
ui-language = Idioma
ui-theme = Colores
ui-theme-system = Como el sistema
ui-theme-light = Claros
ui-theme-dark = Oscuros
ui-speed = Siembra
ui-speed-off = Al instante
ui-speed-slow = Lenta
ui-speed-normal = Normal
ui-speed-fast = Rápida
ui-sound = Sonidos
ui-off = No
ui-on = Sí
ui-hole-names = Nombres de las casillas
ui-hole-names-none = Solo números
ui-hole-names-kk = Kazajos
ui-hole-names-ky = Kirguises
ui-hole-of = { $side }, casilla { $hole }: { $count }
ui-tuzdik-of = tuzdik de { $side }
ui-kazan-of = Kazan de { $side }: { $count }
ui-edit-count = { $found } de { $expected } bolas
ui-edit-turn = Turno
ui-edit-tuzdik = Tuzdik de { $side }
ui-edit-none = ninguno
ui-edit-kazan = Kazan de { $side }
ui-edit-clear = Vaciar el tablero
ui-edit-begin = Posición inicial
ui-edit-play = Jugar desde aquí
ui-key-holes = jugar una casilla
ui-key-undo = deshacer
ui-key-redo = rehacer
ui-key-hint = pista
ui-key-flip = girar el tablero
ui-key-analysis = activar y desactivar el análisis
ui-key-new = nueva partida
ui-key-jump = posición primera, anterior, siguiente, última
ui-key-skip = terminar la animación
ui-offline = El servidor no responde. ¿Sigue en marcha?
ui-restored = Tu partida ha vuelto.
ui-review-start = Repasar la partida
ui-review-stop = Detener
ui-review-progress = { $done } de { $total }
ui-review-doubtful = dudosa
ui-review-bad = mala
ui-review-loss = pierde { $percent } y { $balls } bolas
ui-review-best = mejor: { $hole }
ui-review-none = Ninguna jugada dudosa.
ui-review-turning = momento decisivo
ui-review-sum = { $side }: { $good } buenas, { $doubtful } dudosas, { $bad } malas
ui-review-rule = Según { $name }. Dudosa: pierde { $doubtful } del resultado esperado o más; mala: { $bad } o más.
ui-review-ignored = El repaso que trae el texto está dañado, es de otras jugadas o de otro motor, y no se usa.
review-mean = de media una jugada { $loss }

# La terminal.
game-begin-against = { $variant }: juegas con { $side } contra { $player }.
game-begin-people = { $variant }: juegan personas en ambos lados.
game-begin-engines = { $variant }: { $player } juega en ambos lados.
game-begin-how = Escribe de 1 a 9 para sembrar una casilla, o `hint`, `undo`, `help`, `quit`.
game-level = nivel { $name }
game-you = tú
game-person = una persona
game-thinking = pensando ... (Ctrl-C detiene)
game-interrupted = interrumpido
game-error = error
game-stopped = Detenido: { $side } no ha jugado. `go` le deja jugar, `undo` deshace tu jugada.
game-over-keep = `{ $save }` guarda la partida, `moves` la muestra, `undo` deshace el final, `new` empieza otra.
game-over-again = `new` empieza otra, `undo` deshace la última jugada.
game-go-or-side = `go` le deja jugar, `side` ocupa su lugar.
game-goes-on = La partida sigue.
game-took-back = { $count ->
    [one] Se deshizo 1 jugada.
   *[other] Se deshicieron { $count } jugadas.
}
game-played-again = { $count ->
    [one] Se rehízo 1 jugada.
   *[other] Se rehicieron { $count } jugadas.
}
game-redo-more = `redo` rehace más.
game-new = Una partida nueva.
game-from-position = Una partida desde esta posición.
game-former = Vuelve la partida anterior.
game-loaded = Cargada la partida { $number } de { $file }: { $count ->
    [one] 1 media jugada
   *[other] { $count } medias jugadas
}, { $white } contra { $black }.
game-saved = { $count ->
    [one] Guardada 1 media jugada
   *[other] Guardadas { $count } medias jugadas
} en { $file }.
game-not-kept = Aviso: la partida ya no se guarda sola: { $text }
game-seat-you = Ahora juegas con { $side } contra { $player }.
game-seat-people = Ahora juegan personas en ambos lados.
game-seat-engines = Ahora { $player } juega en ambos lados.
game-seat-engine = Ahora { $player } juega con { $side }.
game-opponent = Tu rival es { $player }. `levels` muestra los niveles.
game-no-variant = { $player } no conoce { $variant }; juega en su lugar la búsqueda clásica.
game-no-moves = Aún no hay jugadas.
game-also = también: { $words }
game-by = por { $name }
game-by-early = por { $name }, detenido antes de tiempo
game-language = Idioma: { $name } ({ $code }). Otros: { $codes }.
game-small = El tablero necesita { $columns } columnas y { $rows } líneas.
game-more-lines = ({ $count } líneas más)

board-tuzdik = tuzdik en la casilla { $hole } de { $side }
board-to-move = al turno
board-row = { $side } ({ $name }): kazan { $count }, { $tuzdik }.
board-no-tuzdik = sin tuzdik
board-holes = { $side }, casillas 1 a { $holes }: { $counts }.
board-hole-tuzdik = tuzdik
board-last = Última jugada: { $side } jugó { $hole }, la última bola en la casilla { $landing } de { $row }.
board-letter-first = B
board-letter-second = K
board-legend = 9. impar   10: par   o la última casilla jugada   * donde cayó su última bola
    T({ $first }), T({ $second }) un tuzdik de Bastaushy, de Kostaushy   < v > ^ sentido de la siembra
board-south = sur
board-north = norte

eval-gains = gana { $count ->
    [one] 1 bola
   *[other] { $count } bolas
}
eval-gives = da { $count ->
    [one] 1 bola
   *[other] { $count } bolas
}
eval-gains-nothing = no gana nada de inmediato
eval-hint = { $gain }; probabilidad de ganar { $win }; diferencia esperada: { $margin }
eval-line = línea: { $line }
eval-balls = { $balls } bolas
eval-exactly = { $margin }, exacto
eval-certain-draw = ninguna, empate seguro
eval-ahead = Se espera que { $side } ({ $name }) acabe { $balls } bolas por delante; empate { $draw }; { $effort }
eval-exact = Exacto: { $told }.
eval-certain = Seguro: { $told }.
eval-wins = { $side } gana por la fuerza
eval-draw = empate con el mejor juego
eval-moves-of = Jugadas de { $side }, la mejor primero:
eval-move = jugada
eval-win = ganar
eval-margin = margen
eval-share = parte
eval-more = ({ $count } más)
eval-tables = exacto, por tablas de finales
eval-nodes = { $count } posiciones
eval-simulations = { $count } simulaciones
eval-depth = profundidad { $depth }
eval-after = Tras { $count ->
    [one] { $count } media jugada
   *[other] { $count } medias jugadas
}: { $position }

level-name = nivel
level-simulations = simulaciones
level-elo = Elo (intervalo del 95 %)
level-games = partidas
level-model = modelo
level-not-measured = sin medir
level-from = { $model }, generación { $generation } de { $run }
level-source = Niveles y modelos: { $source }.

help-holes = juega esa casilla; también se entiende la notación 76 o 36x
help-hint = la mejor jugada, qué gana y por qué
help-undo = deshace tus últimas N jugadas y sus respuestas
help-redo = rehace lo deshecho
help-eval = quién está mejor: probabilidad de ganar y diferencia esperada
help-analyze = las N mejores jugadas con probabilidad, margen y línea
help-new = empieza de nuevo; `undo` recupera la partida anterior
help-side = cambia de lado, o toma el lado nombrado
help-flip = gira el tablero
help-level = juega contra otro nivel; solo, dice cuál es
help-levels = los niveles con su fuerza medida
help-engine = juega contra cualquier jugador: classical,depth=8  model:FILE  random
help-both = juegan personas en ambos lados
help-watch = el ordenador juega en ambos lados; Ctrl-C lo detiene
help-go = que juegue ya el ordenador, por ti si es tu turno
help-position = juega desde una posición compacta, un FEN o `startpos`
help-notation = escribe la posición y la partida para copiarlas
help-moves = la lista de jugadas
help-save = guarda la partida en un archivo; `save! FILE` sustituye otro
help-load = abre una partida, la N-ésima del archivo
help-board = muestra el tablero; cambia cómo se escribe
help-language = habla otro idioma; solo, dice cuáles hay
help-resign = se rinde
help-help = esta lista
help-quit = sale; también el fin de la entrada

command-unknown = Orden desconocida `{ $word }`: `help` las muestra todas; una jugada es el número de una casilla.
command-nearest = Orden desconocida `{ $word }`: ¿quieres decir `{ $nearest }`? `help` las muestra todas.
command-no-hole = `{ $word }` no es una casilla: escribe un número de 1 a 9.
command-no-argument = `{ $name }` va sola, pero le sigue `{ $word }`.
command-missing = A `{ $name }` le falta algo: { $usage }
command-count = `{ $word }` no es un número de 1 a { $most }: { $usage }
command-word = `{ $word }` no es una de estas palabras: { $expected }.
error-mismatch = { $text }: { $why } Solo `{ $hole }` juega la casilla.
error-position = No es una posición. { $text }
error-no-file = ¿En qué archivo? `save FILE`
error-not-own = { $file } ya existe y no es de esta partida: `save! { $file }` lo sustituye.
error-no-such-game = { $file }: no hay partida { $wanted }; el archivo tiene { $found }.
error-file = El archivo no se puede usar: { $text }.
pair-landing = La última bola cae en la casilla { $expected }, no en la { $found }.
pair-unmarked = Hace un tuzdik, pero falta la x.
pair-no-tuzdik = No hace tuzdik, pero lleva la x.
pair-kazan = Después el kazan tiene { $expected } bolas, no { $found }.
end-rest = { $count ->
    [one] La bola que quedaba es para { $side }.
   *[other] Las { $count } bolas que quedaban son para { $side }.
}

# Lo que es seguro de una posición.
solve-open = No resuelta dentro del límite.
solve-holds = { $side } consigue la mitad de las bolas o más: { $other } no puede ganar.
solve-known = Las tablas de finales hasta { $balls } bolas tienen la respuesta: `{ $command }` y luego lo mismo otra vez, o `--tables DIR`.
solve-nodes = Hay { $balls } bolas en el tablero. Un `{ $option }` mayor puede resolverla.
solve-larger = También pueden las tablas de finales hasta { $balls } bolas: `{ $command }`, o `--tables DIR`.
solve-tables = tablas de finales hasta { $balls } bolas
