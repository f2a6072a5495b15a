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
error-text = Ce texte n’est ni une partie ni une position : { $text }.
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
