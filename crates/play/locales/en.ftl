# English. Keys are the same in every language; a test compares them.

# The two players.
side-bastaushy = Bastaushy
side-kostaushy = Kostaushy

# What a move did: sentences that are told one after another.
told-move = { $side } plays hole { $hole }, { $count ->
    [one] one ball
   *[other] { $count } balls
}.
told-last-own = The last ball falls in { $side }'s own hole { $hole }.
told-last-other = The last ball falls in hole { $hole } of { $side }.
told-captures = It captures { $count ->
    [one] one ball
   *[other] { $count } balls
}.
told-tuzdik = It makes a tuzdik there and takes 3 balls.
told-into-tuzdik = { $count ->
    [one] One ball falls
   *[other] { $count } balls fall
} into the tuzdik of { $side }.
told-score = Score: Bastaushy { $first }, Kostaushy { $second }.

# How a game ended.
end-win = { $side } wins { $won } to { $lost }.
end-win-plain = { $side } wins.
end-draw = A draw, { $won } to { $lost }.
end-draw-plain = A draw.
end-majority = More than half of the balls are in the kazan.
end-no-move = { $side } has no move: atsyz kalu.
end-repetition = The same position stood on the board three times.
end-resigned = { $side } resigned.
end-time = { $side } ran out of time.
end-stated = The result comes from the file.

# Why a hint is good.
hint-sentence = Hole { $hole }: { $reason }.
reason-wins = wins the game with { $count } balls in the kazan
reason-starves = leaves the opponent without a move and wins by { $count } balls
reason-wins-in = wins in { $moves } moves
reason-starves-in = starves the opponent in { $moves } moves and wins by { $count ->
    [one] one ball
   *[other] { $count } balls
}
reason-only = the only move
reason-tuzdik = makes the opponent's hole { $hole } a tuzdik
reason-captures = captures { $count ->
    [one] one ball
   *[other] { $count } balls
} and leaves the opponent { $leaves ->
    [one] one hole to play
   *[other] { $leaves } holes to play
}
reason-feeds = sows { $count ->
    [one] one ball
   *[other] { $count } balls
} into your own tuzdik
reason-avoids-loss = saves { $count ->
    [one] one ball
   *[other] { $count } balls
} in hole { $hole }
reason-avoids-tuzdik = keeps the opponent from making hole { $hole } a tuzdik
reason-threatens = prepares to capture { $count ->
    [one] one ball
   *[other] { $count } balls
} with hole { $with }
reason-threatens-tuzdik = prepares a tuzdik in the opponent's hole { $hole } with hole { $with }
reason-proven-win = wins by force
reason-proven-draw = holds a certain draw
reason-proven-loss = resists longest in a lost position
reason-keeps-home = gives nothing away and keeps { $count ->
    [one] one ball
   *[other] { $count } balls
} at home
reason-best-line = begins the best line found

# What cannot be done.
error-empty = Hole { $hole } is empty.
error-tuzdik = Hole { $hole } is the opponent's tuzdik.
error-no-hole = There is no hole { $hole } on this board.
error-over = The game is over.
error-computers-turn = It is { $side }'s turn, which the computer plays.
error-nothing-to-undo = There is nothing to take back.
error-nothing-to-redo = There is nothing to play again.
error-no-ply = The game has no such move.
error-no-player = There is no such player.
error-player = This player cannot play: { $text }.
error-text = This text is no game and no position. { $text }
notation-at-move = Move { $number } of { $side }, `{ $text }`: { $why }
notation-at-line = Line { $line }, `{ $text }`: { $why }
notation-position = `{ $text }` is neither `startpos` nor a compact position nor a FEN.
notation-parts = A position has { $expected } parts here, not { $found }.
notation-holes = The row of { $side } has { $found } holes, not { $expected }.
notation-part = `{ $text }` has no meaning there.
notation-header = A header is written [Name "value"] on one line.
notation-variant = There is no such variant.
notation-comment = The comment is not closed.
notation-move = This is no move such as 76, 43(10) or 36x.
notation-not-zero = The side to move has a move.
notation-result = The header says { $text }.
notation-no-game = There is no game in the text.
notation-second-game = A second game begins here.
error-stale = The board had changed; here it is.
error-busy = Too much is being thought about just now; try again in a moment.
error-too-fast = Too fast; wait a moment.
error-no-page = The game was forgotten by the server.
error-nobody-resigns = The computer plays both sides: nobody can resign.
error-not-time = There is time left.
error-request = The request is not understood: { $text }.
setup-no-hole = Hole { $hole } of { $side } holds balls, but a row has { $holes } holes.
setup-kazans = The kazans hold { $found } balls, but there are only { $expected }.
setup-total = There are { $found } balls in all, not { $expected }.
setup-no-tuzdik = { $side } has a tuzdik, but this variant is played without.
setup-second = { $side } has two tuzdiks; one is the most.
setup-own-side = The tuzdik of { $side } is on the own side (hole { $hole }).
setup-last = The tuzdik of { $side } is on hole { $hole }; the last hole is never one.
setup-opposite = Both tuzdiks are on hole { $hole }; they are never opposite each other.
setup-balls = Hole { $hole } of { $side } is a tuzdik, but holds { $found } balls.

# The page.
ui-title = Togyz Kumalak
ui-board = Board
ui-new = New game
ui-undo = Take back
ui-redo = Play again
ui-hint = Hint
ui-flip = Flip the board
ui-resign = Resign
ui-resign-ask = Give the game up?
ui-settings = Settings
ui-files = Save and load
ui-editor = Set up a position
ui-keys = Keys
ui-players = Change the players
ui-menu = Menu
ui-analysis = Analysis
ui-moves = Moves
ui-review = Review
ui-close = Close
ui-cancel = Cancel
ui-start = Start
ui-variant = Rules
ui-variant-togyz = Togyz Kumalak
ui-variant-qozdatu = Qozdatu, 7 holes
ui-variant-bestemshe = Bestemshe, 5 holes
ui-variant-historic = Before 1949
ui-mode = Who plays
ui-mode-computer = Against the computer
ui-mode-people = Two people
ui-mode-watch = Watch two computers
ui-opponent = Opponent
ui-who-begins = Who begins
ui-you-begin = You (Bastaushy)
ui-computer-begins = The computer (you are Kostaushy)
ui-levels = Levels
ui-others = Models and searches
ui-classical = Classical search
ui-level-beginner = Beginner
ui-level-novice = Novice
ui-level-learner = Learner
ui-level-amateur = Amateur
ui-level-club = Club player
ui-level-candidate = Candidate
ui-level-master = Master
ui-level-expert = Expert
ui-elo = Elo { $elo } ({ $low } to { $high })
ui-clock = Clock
ui-clock-none = No clock
ui-clock-minutes = { $minutes } min + { $seconds } s a move
ui-person = Person
ui-you = You
ui-your-turn = Your turn
ui-turn = { $side } to move
ui-told-position = Half-move { $done } of { $total }: Bastaushy { $first }, Kostaushy { $second }.
ui-thinking = { $side } is thinking …
ui-pause = Pause
ui-go-on = Go on
ui-game-over = Game over
ui-again = Another game
ui-look = Look at the board
ui-win-chance = Chance of Bastaushy
ui-margin = Expected margin
ui-margin-ahead = { $side } +{ $balls }
ui-margin-even = even
ui-hidden = Hidden until you ask for it.
ui-analysing = Looking …
ui-exact = exact
ui-won = won
ui-drawn = draw
ui-lost = lost
ui-effort = { $name }, { $count } positions
ui-move = Move
ui-line = Line
ui-preview = Show this line on the board
ui-preview-back = Previous move of the line
ui-preview-on = Next move of the line
ui-preview-end = Back to the game
ui-start-position = Start
ui-copy = Copy
ui-copied = Copied.
ui-paste = Game or position as text
ui-load = Load
ui-open-file = Open a file
ui-download = Save as a file
ui-form-game = Game
ui-form-pairs = Moves
ui-form-fen = Position (FEN)
ui-form-compact = Position (compact)
ui-language = Language
ui-theme = Colours
ui-theme-system = As the system
ui-theme-light = Light
ui-theme-dark = Dark
ui-speed = Sowing
ui-speed-off = At once
ui-speed-slow = Slow
ui-speed-normal = Normal
ui-speed-fast = Fast
ui-sound = Sounds
ui-off = Off
ui-on = On
ui-hole-names = Names of the holes
ui-hole-names-none = Numbers only
ui-hole-names-kk = Kazakh
ui-hole-names-ky = Kyrgyz
ui-hole-of = { $side }, hole { $hole }: { $count }
ui-tuzdik-of = tuzdik of { $side }
ui-kazan-of = Kazan of { $side }: { $count }
ui-edit-count = { $found } of { $expected } balls
ui-edit-turn = To move
ui-edit-tuzdik = Tuzdik of { $side }
ui-edit-none = none
ui-edit-kazan = Kazan of { $side }
ui-edit-clear = Empty the board
ui-edit-begin = Starting position
ui-edit-play = Play from here
ui-key-holes = play a hole
ui-key-undo = take back
ui-key-redo = play again
ui-key-hint = hint
ui-key-flip = flip the board
ui-key-analysis = analysis on and off
ui-key-new = new game
ui-key-jump = first, previous, next, last position
ui-key-skip = end the animation
ui-offline = The server does not answer. Is it still running?
ui-restored = Your game is back.
ui-review-start = Review the game
ui-review-stop = Stop
ui-review-progress = { $done } of { $total }
ui-review-doubtful = doubtful
ui-review-bad = bad
ui-review-loss = loses { $percent } and { $balls } balls
ui-review-best = better: { $hole }
ui-review-none = No doubtful move.
ui-review-turning = turning point
ui-review-sum = { $side }: { $good } good, { $doubtful } doubtful, { $bad } bad
ui-review-rule = By { $name }. Doubtful: loses { $doubtful } of the expected result or more; bad: { $bad } or more.
ui-review-ignored = The review that the text carries is damaged, of other moves or by another engine, and is not used.
review-mean = on average a move { $loss }

# The terminal.
game-begin-against = { $variant }: you are { $side }, against { $player }.
game-begin-people = { $variant }: people play both sides.
game-begin-engines = { $variant }: { $player } plays both sides.
game-begin-how = Type 1 to 9 to sow a hole, `hint`, `undo`, `help`, `quit`.
game-level = level { $name }
game-you = you
game-person = a person
game-thinking = thinking ... (Ctrl-C stops)
game-interrupted = interrupted
game-error = error
game-stopped = Stopped: { $side } has not moved. `go` lets it move, `undo` takes your move back.
game-over-keep = `{ $save }` keeps the game, `moves` lists it, `undo` takes the end back, `new` starts another.
game-over-again = `new` starts another, `undo` takes the last move back.
game-go-or-side = `go` lets it move, `side` takes its place.
game-goes-on = The game goes on.
game-took-back = { $count ->
    [one] Took 1 move back.
   *[other] Took { $count } moves back.
}
game-played-again = { $count ->
    [one] Played 1 move again.
   *[other] Played { $count } moves again.
}
game-redo-more = `redo` plays more.
game-new = A new game.
game-from-position = A game from this position.
game-former = The game before is back.
game-loaded = Loaded game { $number } of { $file }: { $count ->
    [one] 1 half-move
   *[other] { $count } half-moves
}, { $white } against { $black }.
game-saved = Saved { $count ->
    [one] 1 half-move
   *[other] { $count } half-moves
} in { $file }.
game-not-kept = Warning: the game is no longer kept by itself: { $text }
game-seat-you = You are { $side } now, against { $player }.
game-seat-people = People play both sides now.
game-seat-engines = { $player } plays both sides now.
game-seat-engine = { $player } plays { $side } now.
game-opponent = You can play against { $player }. `levels` lists the levels.
game-no-variant = { $player } does not know { $variant }; the classical search plays instead.
game-no-moves = No move has been played.
game-also = also: { $words }
game-by = by { $name }
game-by-early = by { $name }, stopped early
game-language = Language: { $name } ({ $code }). Others: { $codes }.
game-small = The board needs { $columns } columns and { $rows } lines.
game-more-lines = ({ $count } more lines)

# The board in the terminal.
board-tuzdik = tuzdik in hole { $hole } of { $side }
board-to-move = to move
board-row = { $side } ({ $name }): kazan { $count }, { $tuzdik }.
board-no-tuzdik = no tuzdik
board-holes = { $side }, holes 1 to { $holes }: { $counts }.
board-hole-tuzdik = tuzdik
board-last = Last move: { $side } played { $hole }, last ball in hole { $landing } of { $row }.
board-letter-first = B
board-letter-second = K
board-legend = 9. odd   10: even   o the hole last played   * where its last ball fell
    T({ $first }), T({ $second }) a tuzdik of Bastaushy, of Kostaushy   < v > ^ the way of sowing
board-south = south
board-north = north

# Chances, margins, lines.
eval-gains = gains { $count ->
    [one] 1 ball
   *[other] { $count } balls
}
eval-gives = gives { $count ->
    [one] 1 ball
   *[other] { $count } balls
}
eval-gains-nothing = gains nothing at once
eval-hint = { $gain }; win chance { $win }; expected margin { $margin }
eval-line = line: { $line }
eval-balls = { $balls } balls
eval-exactly = { $margin }, exactly
eval-certain-draw = none, a certain draw
eval-ahead = { $side } ({ $name }) is expected to end { $balls } balls ahead; draw { $draw }; { $effort }
eval-exact = Exact: { $told }.
eval-certain = Certain: { $told }.
eval-wins = { $side } wins by force
eval-draw = a draw with best play
eval-moves-of = Moves of { $side }, best first:
eval-move = move
eval-win = win
eval-margin = margin
eval-share = share
eval-more = ({ $count } more)
eval-tables = exact, by endgame tables
eval-nodes = { $count } nodes
eval-simulations = { $count } simulations
eval-depth = depth { $depth }
eval-after = After { $count ->
    [one] { $count } half-move
   *[other] { $count } half-moves
}: { $position }

# The table of levels.
level-name = level
level-simulations = simulations
level-elo = Elo (95 % interval)
level-games = games
level-model = model
level-not-measured = not measured
level-from = { $model }, generation { $generation } of { $run }
level-source = Levels and models: { $source }.

# What each command does.
help-holes = play that hole; pair notation such as 76 or 36x is understood too
help-hint = the best move, what it gains, and why
help-undo = take back your last N moves and the replies to them
help-redo = play what was taken back again
help-eval = who stands better: win chance and expected margin
help-analyze = the best N moves with win chance, margin and line
help-new = start over; `undo` brings the old game back
help-side = change sides, or take the side named
help-flip = turn the board round
help-level = play against another level; alone, tell which it is
help-levels = list the levels with their measured strength
help-engine = play against any player: classical,depth=8  model:FILE  random
help-both = people play both sides
help-watch = the computer plays both sides; Ctrl-C stops it
help-go = let the computer move now, for you if it is your turn
help-position = play on from a compact position, a FEN or `startpos`
help-notation = write position and game to copy them
help-moves = list the moves
help-save = keep the game in a file; `save! FILE` replaces another one
help-load = open a game, the N-th of its file
help-board = show the board; change how it is written
help-language = speak another language; alone, tell which there are
help-resign = give the game up
help-help = this list
help-quit = leave; so does the end of the input

# Why a command is not understood or not carried out.
command-unknown = Unknown command `{ $word }`: `help` lists all; a move is the number of a hole.
command-nearest = Unknown command `{ $word }`: did you mean `{ $nearest }`? `help` lists all.
command-no-hole = `{ $word }` is no hole: type a number from 1 to 9.
command-no-argument = `{ $name }` takes no argument, but `{ $word }` follows.
command-missing = `{ $name }` needs more: { $usage }
command-count = `{ $word }` is no number from 1 to { $most }: { $usage }
command-word = `{ $word }` is not one of these: { $expected }.
error-mismatch = { $text }: { $why } `{ $hole }` alone plays the hole.
error-position = No position. { $text }
error-no-file = In which file? `save FILE`
error-not-own = { $file } is there already and is not this game's: `save! { $file }` replaces it.
error-no-such-game = { $file }: there is no game { $wanted }; the file holds { $found }.
error-file = The file cannot be used: { $text }.
pair-landing = The last ball falls in hole { $expected }, not { $found }.
pair-unmarked = It makes a tuzdik, but the x is missing.
pair-no-tuzdik = It makes no tuzdik, but is marked x.
pair-kazan = The kazan holds { $expected } balls after it, not { $found }.
end-rest = { $count ->
    [one] The one ball that was left goes to { $side }.
   *[other] The { $count } balls that were left go to { $side }.
}

# What is certain of a position.
solve-open = Not solved within the limit.
solve-holds = { $side } gets half of the balls or more, so { $other } cannot win.
solve-known = Endgame tables up to { $balls } balls have the answer: `{ $command }`, then the same again, or `--tables DIR`.
solve-nodes = There are { $balls } balls on the board. A larger `{ $option }` may solve it.
solve-larger = So may endgame tables up to { $balls } balls: `{ $command }`, or `--tables DIR`.
solve-tables = endgame tables up to { $balls } balls
