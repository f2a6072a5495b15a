# Français.

side-bastaushy = Bastaushy
side-kostaushy = Kostaushy

told-move = { $side } joue la case { $hole }, { $count ->
    [one] une boule
   *[other] { $count } boules
}.
told-last-own = La dernière boule tombe dans la case { $hole } de { $side } lui-même.
told-last-other = La dernière boule tombe dans la case { $hole } de { $side }.
told-captures = Elle capture { $count ->
    [one] une boule
   *[other] { $count } boules
}.
told-tuzdik = La case devient un tuzdik, 3 boules vont au kazan.
told-into-tuzdik = { $count ->
    [one] Une boule tombe
   *[other] { $count } boules tombent
} dans le tuzdik de { $side }.
told-score = Score : Bastaushy { $first }, Kostaushy { $second }.

end-win = { $side } gagne { $won } à { $lost }.
end-win-plain = { $side } gagne.
end-draw = Partie nulle, { $won } à { $lost }.
end-draw-plain = Partie nulle.
end-majority = Plus de la moitié des boules sont dans le kazan.
end-no-move = { $side } n’a plus de coup : atsyz kalu.
end-repetition = La même position est apparue trois fois.
end-resigned = { $side } abandonne.
end-time = { $side } a épuisé son temps.
end-stated = Le résultat vient du fichier.

hint-sentence = Case { $hole } : { $reason }.
reason-wins = gagne la partie avec { $count } boules dans le kazan
reason-starves = laisse l’adversaire sans coup et gagne de { $count ->
    [one] une boule
   *[other] { $count } boules
}
reason-wins-in = gagne en { $moves } coups
reason-starves-in = laisse l’adversaire sans coup en { $moves } coups et gagne de { $count ->
    [one] une boule
   *[other] { $count } boules
}
reason-only = le seul coup
reason-tuzdik = fait de la case { $hole } adverse un tuzdik
reason-captures = capture { $count ->
    [one] une boule
   *[other] { $count } boules
} et laisse à l’adversaire { $leaves ->
    [one] une case jouable
   *[other] { $leaves } cases jouables
}
reason-feeds = sème { $count ->
    [one] une boule
   *[other] { $count } boules
} dans votre propre tuzdik
reason-avoids-loss = sauve { $count ->
    [one] une boule
   *[other] { $count } boules
} dans la case { $hole }
reason-avoids-tuzdik = empêche l’adversaire de faire un tuzdik de la case { $hole }
reason-threatens = prépare la capture de { $count ->
    [one] une boule
   *[other] { $count } boules
} avec la case { $with }
reason-threatens-tuzdik = prépare un tuzdik dans la case { $hole } adverse avec la case { $with }
reason-proven-win = gagne à coup sûr
reason-proven-draw = tient une nulle certaine
reason-proven-loss = résiste le plus longtemps dans une position perdue
reason-keeps-home = ne donne rien et garde { $count ->
    [one] une boule
   *[other] { $count } boules
} chez soi
reason-best-line = commence la meilleure suite trouvée

error-empty = La case { $hole } est vide.
error-tuzdik = La case { $hole } est le tuzdik de l’adversaire.
error-no-hole = Ce plateau n’a pas de case { $hole }.
error-over = La partie est finie.
error-computers-turn = C’est le tour de { $side }, joué par l’ordinateur.
error-nothing-to-undo = Il n’y a rien à annuler.
error-nothing-to-redo = Il n’y a rien à rejouer.
error-no-ply = La partie n’a pas ce coup.
error-no-player = Ce joueur n’existe pas.
error-player = Ce joueur ne peut pas jouer : { $text }.
error-text = Ce texte n’est ni une partie ni une position. { $text }
notation-at-move = Coup { $number } de { $side }, `{ $text }` : { $why }
notation-at-line = Ligne { $line }, `{ $text }` : { $why }
notation-position = `{ $text }` n’est ni `startpos`, ni une position compacte, ni un FEN.
notation-parts = Ici une position a { $expected } parties, pas { $found }.
notation-holes = La rangée de { $side } a { $found } cases, pas { $expected }.
notation-part = `{ $text }` n’a pas de sens à cet endroit.
notation-header = Un en-tête s’écrit [Nom "valeur"] sur une ligne.
notation-variant = Cette variante n’existe pas.
notation-comment = Le commentaire n’est pas fermé.
notation-move = Ce n’est pas un coup comme 76, 43(10) ou 36x.
notation-not-zero = Le camp au trait a un coup.
notation-result = L’en-tête dit { $text }.
notation-no-game = Il n’y a pas de partie dans le texte.
notation-second-game = Une deuxième partie commence ici.
error-stale = Le plateau avait changé ; le voici.
error-busy = Trop de calculs en ce moment ; réessayez dans un instant.
error-too-fast = Trop vite ; attendez un instant.
error-no-page = Le serveur a oublié la partie.
error-nobody-resigns = L’ordinateur joue les deux camps : personne ne peut abandonner.
error-not-time = Il reste du temps.
error-request = La requête n’est pas comprise : { $text }.
setup-no-hole = La case { $hole } de { $side } contient des boules, mais une rangée a { $holes } cases.
setup-kazans = Les kazans contiennent { $found } boules, mais il n’y en a que { $expected }.
setup-total = Il y a { $found } boules en tout, au lieu de { $expected }.
setup-no-tuzdik = { $side } a un tuzdik, mais cette variante se joue sans.
setup-second = { $side } a deux tuzdiks ; un seul est permis.
setup-own-side = Le tuzdik de { $side } est de son propre côté (case { $hole }).
setup-last = Le tuzdik de { $side } est sur la case { $hole } ; la dernière case n’en est jamais un.
setup-opposite = Les deux tuzdiks sont sur la case { $hole } ; ils ne se font jamais face.
setup-balls = La case { $hole } de { $side } est un tuzdik, mais contient { $found } boules.

ui-title = Togyz Kumalak
ui-board = Plateau
ui-new = Nouvelle partie
ui-undo = Annuler le coup
ui-redo = Rejouer
ui-hint = Conseil
ui-flip = Retourner le plateau
ui-resign = Abandonner
ui-resign-ask = Abandonner la partie ?
ui-settings = Réglages
ui-files = Enregistrer et charger
ui-editor = Placer une position
ui-keys = Touches
ui-players = Changer les joueurs
ui-menu = Menu
ui-analysis = Analyse
ui-moves = Coups
ui-review = Revue
ui-close = Fermer
ui-cancel = Annuler
ui-start = Commencer
ui-variant = Règles
ui-variant-togyz = Togyz Kumalak
ui-variant-qozdatu = Qozdatu, 7 cases
ui-variant-bestemshe = Bestemshe, 5 cases
ui-variant-historic = Avant 1949
ui-mode = Qui joue
ui-mode-computer = Contre l’ordinateur
ui-mode-people = Deux personnes
ui-mode-watch = Regarder deux ordinateurs
ui-opponent = Adversaire
ui-who-begins = Qui commence
ui-you-begin = Vous (Bastaushy)
ui-computer-begins = L’ordinateur (vous êtes Kostaushy)
ui-levels = Niveaux
ui-others = Modèles et recherches
ui-classical = Recherche classique
ui-level-beginner = Débutant
ui-level-novice = Novice
ui-level-learner = Apprenti
ui-level-amateur = Amateur
ui-level-club = Joueur de club
ui-level-candidate = Candidat
ui-level-master = Maître
ui-level-expert = Expert
ui-elo = Elo { $elo } ({ $low } à { $high })
ui-clock = Pendule
ui-clock-none = Sans pendule
ui-clock-minutes = { $minutes } min + { $seconds } s par coup
ui-person = Personne
ui-you = Vous
ui-your-turn = À vous
ui-turn = Au tour de { $side }
ui-told-position = Demi-coup { $done } sur { $total } : Bastaushy { $first }, Kostaushy { $second }.
ui-thinking = { $side } réfléchit …
ui-pause = Pause
ui-go-on = Continuer
ui-game-over = Partie finie
ui-again = Autre partie
ui-look = Voir le plateau
ui-win-chance = Chances de Bastaushy
ui-margin = Écart attendu
ui-margin-ahead = { $side } +{ $balls }
ui-margin-even = égalité
ui-hidden = Caché tant que vous ne le demandez pas.
ui-analysing = Recherche …
ui-exact = exact
ui-won = gagné
ui-drawn = nulle
ui-lost = perdu
ui-effort = { $name }, { $count } positions
ui-move = Coup
ui-line = Suite
ui-preview = Montrer cette suite sur le plateau
ui-preview-back = Coup précédent de la suite
ui-preview-on = Coup suivant de la suite
ui-preview-end = Retour à la partie
ui-start-position = Début
ui-copy = Copier
ui-copied = Copié.
ui-paste = Partie ou position en texte
ui-load = Charger
ui-open-file = Ouvrir un fichier
ui-download = Enregistrer dans un fichier
ui-form-game = Partie
ui-form-pairs = Coups
ui-form-fen = Position (FEN)
ui-form-compact = Position (compacte)
ui-language = Langue
ui-theme = Couleurs
ui-theme-system = Comme le système
ui-theme-light = Claires
ui-theme-dark = Sombres
ui-speed = Semis
ui-speed-off = D’un coup
ui-speed-slow = Lent
ui-speed-normal = Normal
ui-speed-fast = Rapide
ui-sound = Sons
ui-off = Non
ui-on = Oui
ui-hole-names = Noms des cases
ui-hole-names-none = Numéros seuls
ui-hole-names-kk = Kazakhs
ui-hole-names-ky = Kirghizes
ui-hole-of = { $side }, case { $hole } : { $count }
ui-tuzdik-of = tuzdik de { $side }
ui-kazan-of = Kazan de { $side } : { $count }
ui-edit-count = { $found } boules sur { $expected }
ui-edit-turn = Au trait
ui-edit-tuzdik = Tuzdik de { $side }
ui-edit-none = aucun
ui-edit-kazan = Kazan de { $side }
ui-edit-clear = Vider le plateau
ui-edit-begin = Position initiale
ui-edit-play = Jouer d’ici
ui-key-holes = jouer une case
ui-key-undo = annuler le coup
ui-key-redo = rejouer
ui-key-hint = conseil
ui-key-flip = retourner le plateau
ui-key-analysis = analyse oui ou non
ui-key-new = nouvelle partie
ui-key-jump = position première, précédente, suivante, dernière
ui-key-skip = finir l’animation
ui-offline = Le serveur ne répond pas. Tourne-t-il encore ?
ui-restored = Votre partie est de retour.
ui-review-start = Revoir la partie
ui-review-stop = Arrêter
ui-review-progress = { $done } sur { $total }
ui-review-doubtful = douteux
ui-review-bad = mauvais
ui-review-loss = perd { $percent } et { $balls } boules
ui-review-best = mieux : { $hole }
ui-review-none = Aucun coup douteux.
ui-review-turning = tournant
ui-review-sum = { $side } : { $good } bons, { $doubtful } douteux, { $bad } mauvais
ui-review-rule = Selon { $name }. Douteux : perd { $doubtful } du résultat attendu ou plus ; mauvais : { $bad } ou plus.
ui-review-ignored = La revue que porte le texte est abîmée, d’autres coups ou d’un autre moteur ; elle n’est pas utilisée.
review-mean = en moyenne un coup { $loss }

# Le terminal.
game-begin-against = { $variant } : vous jouez { $side } contre { $player }.
game-begin-people = { $variant } : des personnes jouent les deux camps.
game-begin-engines = { $variant } : { $player } joue les deux camps.
game-begin-how = Tapez 1 à 9 pour semer une case, ou `hint`, `undo`, `help`, `quit`.
game-level = niveau { $name }
game-you = vous
game-person = une personne
game-thinking = réflexion ... (Ctrl-C arrête)
game-interrupted = interrompu
game-error = erreur
game-stopped = Arrêté : { $side } n’a pas joué. `go` le laisse jouer, `undo` annule votre coup.
game-over-keep = `{ $save }` garde la partie, `moves` la montre, `undo` annule la fin, `new` en commence une autre.
game-over-again = `new` en commence une autre, `undo` annule le dernier coup.
game-go-or-side = `go` le laisse jouer, `side` prend sa place.
game-goes-on = La partie continue.
game-took-back = { $count ->
    [one] 1 coup annulé.
   *[other] { $count } coups annulés.
}
game-played-again = { $count ->
    [one] 1 coup rejoué.
   *[other] { $count } coups rejoués.
}
game-redo-more = `redo` en rejoue d’autres.
game-new = Une nouvelle partie.
game-from-position = Une partie depuis cette position.
game-former = La partie précédente est revenue.
game-loaded = Partie { $number } de { $file } chargée : { $count ->
    [one] 1 demi-coup
   *[other] { $count } demi-coups
}, { $white } contre { $black }.
game-saved = { $count ->
    [one] 1 demi-coup enregistré
   *[other] { $count } demi-coups enregistrés
} dans { $file }.
game-not-kept = Attention : la partie n’est plus gardée d’elle-même : { $text }
game-seat-you = Vous jouez maintenant { $side } contre { $player }.
game-seat-people = Des personnes jouent maintenant les deux camps.
game-seat-engines = { $player } joue maintenant les deux camps.
game-seat-engine = { $player } joue maintenant { $side }.
game-opponent = Votre adversaire : { $player }. `levels` montre les niveaux.
game-no-variant = { $player } ne connaît pas { $variant } ; la recherche classique joue à sa place.
game-no-moves = Aucun coup n’a été joué.
game-also = aussi : { $words }
game-by = par { $name }
game-by-early = par { $name }, arrêté avant la fin
game-language = Langue : { $name } ({ $code }). Autres : { $codes }.
game-small = Il faut { $columns } colonnes et { $rows } lignes pour le plateau.
game-more-lines = (encore { $count } lignes)

board-tuzdik = tuzdik dans la case { $hole } de { $side }
board-to-move = au trait
board-row = { $side } ({ $name }) : kazan { $count }, { $tuzdik }.
board-no-tuzdik = pas de tuzdik
board-holes = { $side }, cases 1 à { $holes } : { $counts }.
board-hole-tuzdik = tuzdik
board-last = Dernier coup : { $side } a joué { $hole }, dernière boule dans la case { $landing } de { $row }.
board-letter-first = B
board-letter-second = K
board-legend = 9. impair   10: pair   o la dernière case jouée   * où est tombée la dernière boule
    T({ $first }), T({ $second }) un tuzdik de Bastaushy, de Kostaushy   < v > ^ le sens des semailles
board-south = sud
board-north = nord

eval-gains = gagne { $count ->
    [one] 1 boule
   *[other] { $count } boules
}
eval-gives = donne { $count ->
    [one] 1 boule
   *[other] { $count } boules
}
eval-gains-nothing = ne gagne rien tout de suite
eval-hint = { $gain } ; chances de gain { $win } ; écart attendu : { $margin }
eval-line = suite : { $line }
eval-balls = { $balls } boules
eval-exactly = { $margin }, exactement
eval-certain-draw = aucun, nulle certaine
eval-ahead = { $side } ({ $name }) devrait finir avec { $balls } boules de plus ; nulle { $draw } ; { $effort }
eval-exact = Exact : { $told }.
eval-certain = Certain : { $told }.
eval-wins = { $side } gagne à coup sûr
eval-draw = nulle avec le meilleur jeu
eval-moves-of = Coups de { $side }, le meilleur d’abord :
eval-move = coup
eval-win = gain
eval-margin = écart
eval-share = part
eval-more = (encore { $count })
eval-tables = exact, par les tables de finales
eval-nodes = { $count } positions
eval-simulations = { $count } simulations
eval-depth = profondeur { $depth }
eval-after = Après { $count ->
    [one] { $count } demi-coup
   *[other] { $count } demi-coups
} : { $position }

level-name = niveau
level-simulations = simulations
level-elo = Elo (intervalle à 95 %)
level-games = parties
level-model = modèle
level-not-measured = non mesuré
level-from = { $model }, génération { $generation } de { $run }
level-source = Niveaux et modèles : { $source }.

help-holes = jouer cette case ; la notation 76 ou 36x est comprise aussi
help-hint = le meilleur coup, ce qu’il gagne et pourquoi
help-undo = annuler vos N derniers coups et leurs réponses
help-redo = rejouer ce qui a été annulé
help-eval = qui est mieux : chances de gain et écart attendu
help-analyze = les N meilleurs coups avec chances, écart et suite
help-new = recommencer ; `undo` rend l’ancienne partie
help-side = changer de camp, ou prendre le camp nommé
help-flip = retourner le plateau
help-level = jouer contre un autre niveau ; seul, dire lequel
help-levels = les niveaux avec leur force mesurée
help-engine = jouer contre n’importe qui : classical,depth=8  model:FILE  random
help-both = des personnes jouent les deux camps
help-watch = l’ordinateur joue les deux camps ; Ctrl-C l’arrête
help-go = laisser jouer l’ordinateur, pour vous si c’est votre tour
help-position = jouer depuis une position compacte, un FEN ou `startpos`
help-notation = écrire la position et la partie pour les copier
help-moves = la liste des coups
help-save = garder la partie dans un fichier ; `save! FILE` en remplace un autre
help-load = ouvrir une partie, la N-ième du fichier
help-board = montrer le plateau ; changer son écriture
help-language = parler une autre langue ; seul, dire lesquelles
help-resign = abandonner
help-help = cette liste
help-quit = quitter ; la fin de l’entrée aussi

command-unknown = Commande inconnue `{ $word }` : `help` les montre toutes ; un coup est le numéro d’une case.
command-nearest = Commande inconnue `{ $word }` : vouliez-vous dire `{ $nearest }` ? `help` les montre toutes.
command-no-hole = `{ $word }` n’est pas une case : tapez un nombre de 1 à 9.
command-no-argument = `{ $name }` s’écrit seul, mais `{ $word }` suit.
command-missing = Il manque quelque chose à `{ $name }` : { $usage }
command-count = `{ $word }` n’est pas un nombre de 1 à { $most } : { $usage }
command-word = `{ $word }` n’est pas un de ces mots : { $expected }.
error-mismatch = { $text } : { $why } `{ $hole }` seul joue la case.
error-position = Ce n’est pas une position. { $text }
error-no-file = Dans quel fichier ? `save FILE`
error-not-own = { $file } existe déjà et n’est pas à cette partie : `save! { $file }` le remplace.
error-no-such-game = { $file } : pas de partie { $wanted } ; le fichier en contient { $found }.
error-file = Le fichier est inutilisable : { $text }.
pair-landing = La dernière boule tombe dans la case { $expected }, pas { $found }.
pair-unmarked = Le coup fait un tuzdik, mais le x manque.
pair-no-tuzdik = Le coup ne fait pas de tuzdik, mais porte un x.
pair-kazan = Après lui le kazan contient { $expected } boules, pas { $found }.
end-rest = { $count ->
    [one] La boule qui restait va à { $side }.
   *[other] Les { $count } boules qui restaient vont à { $side }.
}

# Ce qui est certain d'une position.
solve-open = Non résolue dans la limite.
solve-holds = { $side } obtient la moitié des boules ou plus : { $other } ne peut pas gagner.
solve-known = Les tables de finales jusqu'à { $balls } boules ont la réponse : `{ $command }`, puis la même commande, ou `--tables DIR`.
solve-nodes = Il y a { $balls } boules sur le plateau. Un `{ $option }` plus grand peut la résoudre.
solve-larger = Les tables de finales jusqu'à { $balls } boules le peuvent aussi : `{ $command }`, ou `--tables DIR`.
solve-tables = tables de finales jusqu'à { $balls } boules
