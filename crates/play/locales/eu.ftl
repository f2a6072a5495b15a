# Euskara.

side-bastaushy = Bastaushy
side-kostaushy = Kostaushy

told-move = { $side }: { $hole }. zuloa jokatu du, { $count ->
    [one] bola bat
   *[other] { $count } bola
}.
told-last-own = Azken bola { $side } jokalariaren { $hole }. zulo propioan erori da.
told-last-other = Azken bola { $side } jokalariaren { $hole }. zuloan erori da.
told-captures = { $count ->
    [one] Bola bat hartu du
   *[other] { $count } bola hartu ditu
}.
told-tuzdik = Tuzdik bihurtu du eta 3 bola hartu ditu.
told-into-tuzdik = { $count ->
    [one] Bola bat erori da
   *[other] { $count } bola erori dira
} { $side } jokalariaren tuzdikean.
told-score = Markagailua: Bastaushy { $first }, Kostaushy { $second }.

end-win = { $side } garaile: { $won } eta { $lost }.
end-win-plain = { $side } garaile.
end-draw = Berdinketa: { $won } eta { $lost }.
end-draw-plain = Berdinketa.
end-majority = Bolen erdia baino gehiago kazanean dago.
end-no-move = { $side } jokalariak ez du jokaldirik: atsyz kalu.
end-repetition = Posizio bera hiru aldiz agertu da.
end-resigned = { $side } jokalariak amore eman du.
end-time = { $side } jokalariari denbora agortu zaio.
end-stated = Emaitza fitxategitik dator.

hint-sentence = { $hole }. zuloa: { $reason }.
reason-wins = partida irabazten du, kazanean { $count } bolarekin
reason-starves = aurkaria jokaldirik gabe uzten du eta { $count } bolako aldearekin irabazten du
reason-wins-in = { $moves } jokalditan irabazten du
reason-starves-in = { $moves } jokalditan aurkaria jokaldirik gabe uzten du eta { $count } bolako aldearekin irabazten du
reason-only = jokaldi bakarra
reason-tuzdik = aurkariaren { $hole }. zuloa tuzdik bihurtzen du
reason-captures = { $count ->
    [one] bola bat hartzen du
   *[other] { $count } bola hartzen ditu
} eta aurkariari jokatzeko { $leaves } zulo uzten dizkio
reason-feeds = { $count ->
    [one] bola bat ereiten du
   *[other] { $count } bola ereiten ditu
} zure tuzdikean
reason-avoids-loss = { $hole }. zuloan { $count ->
    [one] bola bat salbatzen du
   *[other] { $count } bola salbatzen ditu
}
reason-avoids-tuzdik = aurkariari { $hole }. zuloa tuzdik bihurtzea galarazten dio
reason-threatens = { $with }. zuloarekin { $count ->
    [one] bola bat hartzea prestatzen du
   *[other] { $count } bola hartzea prestatzen du
}
reason-threatens-tuzdik = { $with }. zuloarekin aurkariaren { $hole }. zuloan tuzdika prestatzen du
reason-proven-win = ziur irabazten du
reason-proven-draw = berdinketa ziurra gordetzen du
reason-proven-loss = posizio galduan luzeen eusten dio
reason-keeps-home = ez du ezer ematen eta { $count ->
    [one] bola bat gordetzen du
   *[other] { $count } bola gordetzen ditu
} etxean
reason-best-line = aurkitutako segida onena hasten du

error-empty = { $hole }. zuloa hutsik dago.
error-tuzdik = { $hole }. zuloa aurkariaren tuzdika da.
error-no-hole = Taula honetan ez dago { $hole }. zulorik.
error-over = Partida amaitu da.
error-computers-turn = { $side } jokalariaren txanda da, eta ordenagailuak jokatzen du.
error-nothing-to-undo = Ez dago desegiteko ezer.
error-nothing-to-redo = Ez dago berregiteko ezer.
error-no-ply = Partidak ez du jokaldi hori.
error-no-player = Ez dago horrelako jokalaririk.
error-player = Jokalari honek ezin du jokatu: { $text }.
error-text = Testu hau ez da ez partida ez posizioa. { $text }
notation-at-move = { $side }, { $number }. jokaldia, `{ $text }`: { $why }
notation-at-line = { $line }. lerroa, `{ $text }`: { $why }
notation-position = `{ $text }` ez da ez `startpos`, ez posizio trinkoa, ez FEN.
notation-parts = Hemen posizio batek { $expected } zati ditu, ez { $found }.
notation-holes = { $side } jokalariaren ilarak { $found } zulo ditu, ez { $expected }.
notation-part = `{ $text }` horrek ez du zentzurik hor.
notation-header = Goiburua lerro batean idazten da: [Izena "balioa"].
notation-variant = Ez dago halako aldaerarik.
notation-comment = Iruzkina ez dago itxita.
notation-move = Ez da 76, 43(10) edo 36x bezalako jokaldia.
notation-not-zero = Txanda duenak badu jokaldirik.
notation-result = Goiburuak { $text } dio.
notation-no-game = Testuan ez dago partidarik.
notation-second-game = Hemen bigarren partida bat hasten da.
error-stale = Taula aldatu egin da; hona hemen.
error-busy = Kalkulu gehiegi une honetan; saiatu berriro laster.
error-too-fast = Azkarregi; itxaron apur bat.
error-no-page = Zerbitzariak partida ahaztu du.
error-nobody-resigns = Ordenagailuak bi aldeak jokatzen ditu: inork ezin du amore eman.
error-not-time = Oraindik badago denbora.
error-request = Ez da eskaera ulertzen: { $text }.
setup-no-hole = { $side } jokalariaren { $hole }. zuloak bolak ditu, baina ilara batek { $holes } zulo ditu.
setup-kazans = Kazanek { $found } bola dituzte, baina { $expected } baino ez daude.
setup-total = Guztira { $found } bola daude, ez { $expected }.
setup-no-tuzdik = { $side } jokalariak tuzdika du, baina aldaera honek ez du tuzdikik.
setup-second = { $side } jokalariak bi tuzdik ditu; bat da gehienekoa.
setup-own-side = { $side } jokalariaren tuzdika bere aldean dago ({ $hole }. zuloa).
setup-last = { $side } jokalariaren tuzdika { $hole }. zuloan dago; azken zuloa inoiz ez da tuzdik.
setup-opposite = Bi tuzdikak { $hole }. zuloan daude; inoiz ez daude elkarren aurrean.
setup-balls = { $side } jokalariaren { $hole }. zuloa tuzdika da, baina { $found } bola ditu.

ui-title = Togyz Kumalak
ui-board = Taula
ui-new = Partida berria
ui-undo = Desegin
ui-redo = Berregin
ui-hint = Aholkua
ui-flip = Taula biratu
ui-resign = Amore eman
ui-resign-ask = Partida utzi eta amore eman?
ui-settings = Ezarpenak
ui-files = Gorde eta kargatu
ui-editor = Posizioa jarri
ui-keys = Teklak
ui-players = Aldatu jokalariak
ui-menu = Menua
ui-analysis = Analisia
ui-moves = Jokaldiak
ui-review = Berrikuspena
ui-close = Itxi
ui-cancel = Utzi
ui-start = Hasi
ui-variant = Arauak
ui-variant-togyz = Togyz Kumalak
ui-variant-qozdatu = Qozdatu, 7 zulo
ui-variant-bestemshe = Bestemshe, 5 zulo
ui-variant-historic = 1949 baino lehen
ui-mode = Nork jokatzen du
ui-mode-computer = Ordenagailuaren aurka
ui-mode-people = Bi lagun
ui-mode-watch = Bi ordenagailu ikusi
ui-opponent = Aurkaria
ui-who-begins = Nor hasten da
ui-you-begin = Zu (Bastaushy)
ui-computer-begins = Ordenagailua (zu Kostaushy zara)
ui-levels = Mailak
ui-others = Ereduak eta bilaketak
ui-classical = Bilaketa klasikoa
ui-level-beginner = Hasiberria
ui-level-novice = Berria
ui-level-learner = Ikaslea
ui-level-amateur = Zalea
ui-level-club = Klubeko jokalaria
ui-level-candidate = Hautagaia
ui-level-master = Maisua
ui-level-expert = Aditua
ui-elo = Elo { $elo } ({ $low } – { $high })
ui-clock = Erlojua
ui-clock-none = Erlojurik gabe
ui-clock-minutes = { $minutes } min + { $seconds } s jokaldiko
ui-person = Pertsona
ui-you = Zu
ui-your-turn = Zure txanda
ui-turn = Txanda: { $side }
ui-told-position = Jokaldi erdia { $done } / { $total }: Bastaushy { $first }, Kostaushy { $second }.
ui-thinking = { $side } pentsatzen ari da …
ui-pause = Pausatu
ui-go-on = Jarraitu
ui-game-over = Partida amaitu da
ui-again = Beste partida bat
ui-look = Taula ikusi
ui-win-chance = Bastaushyren aukera
ui-margin = Espero den aldea
ui-margin-ahead = { $side } +{ $balls }
ui-margin-even = berdin
ui-hidden = Ezkutuan, eskatu arte.
ui-analysing = Begiratzen …
ui-exact = zehatza
ui-won = irabazita
ui-drawn = berdinketa
ui-lost = galduta
ui-effort = { $name }, { $count } posizio
ui-move = Jokaldia
ui-line = Segida
ui-preview = Erakutsi segida hau taulan
ui-preview-back = Segidako aurreko jokaldia
ui-preview-on = Segidako hurrengo jokaldia
ui-preview-end = Itzuli partidara
ui-start-position = Hasiera
ui-copy = Kopiatu
ui-copied = Kopiatuta.
ui-paste = Partida edo posizioa testu gisa
ui-load = Kargatu
ui-open-file = Ireki fitxategia
ui-download = Gorde fitxategian
ui-form-game = Partida
ui-form-pairs = Jokaldiak
ui-form-fen = Posizioa (FEN)
ui-form-compact = Posizioa (laburra)
ui-language = Hizkuntza
ui-theme = Koloreak
ui-theme-system = Sistemakoak
ui-theme-light = Argiak
ui-theme-dark = Ilunak
ui-speed = Ereitea
ui-speed-off = Berehala
ui-speed-slow = Mantso
ui-speed-normal = Arrunta
ui-speed-fast = Azkar
ui-sound = Soinuak
ui-off = Ez
ui-on = Bai
ui-hole-names = Zuloen izenak
ui-hole-names-none = Zenbakiak soilik
ui-hole-names-kk = Kazakhera
ui-hole-names-ky = Kirgizera
ui-hole-of = { $side }, { $hole }. zuloa: { $count }
ui-tuzdik-of = { $side } jokalariaren tuzdika
ui-kazan-of = { $side } jokalariaren kazana: { $count }
ui-edit-count = { $found } / { $expected } bola
ui-edit-turn = Txanda
ui-edit-tuzdik = { $side } jokalariaren tuzdika
ui-edit-none = bat ere ez
ui-edit-kazan = { $side } jokalariaren kazana
ui-edit-clear = Hustu taula
ui-edit-begin = Hasierako posizioa
ui-edit-play = Jokatu hemendik
ui-key-holes = zulo bat jokatu
ui-key-undo = desegin
ui-key-redo = berregin
ui-key-hint = aholkua
ui-key-flip = taula biratu
ui-key-analysis = analisia piztu eta itzali
ui-key-new = partida berria
ui-key-jump = lehen, aurreko, hurrengo, azken posizioa
ui-key-skip = animazioa amaitu
ui-offline = Zerbitzariak ez du erantzuten. Martxan al dago?
ui-restored = Zure partida itzuli da.
ui-review-start = Partida berrikusi
ui-review-stop = Gelditu
ui-review-progress = { $done } / { $total }
ui-review-doubtful = zalantzazkoa
ui-review-bad = txarra
ui-review-loss = { $percent } eta { $balls } bola galtzen ditu
ui-review-best = hobea: { $hole }
ui-review-none = Ez dago zalantzazko jokaldirik.
ui-review-turning = une erabakigarria
ui-review-sum = { $side }: { $good } on, { $doubtful } zalantzazko, { $bad } txar
ui-review-rule = { $name } epaile. Zalantzazkoa: espero den emaitzaren { $doubtful } edo gehiago galtzen du; txarra: { $bad } edo gehiago.
ui-review-ignored = Testuak dakarren berrikuspena hondatuta dago, beste jokaldi batzuena da edo beste motor batena, eta ez da erabiltzen.
review-mean = batez beste jokaldi batek { $loss }

# Terminala.
game-begin-against = { $variant }: zu { $side } zara, aurkaria: { $player }.
game-begin-people = { $variant }: pertsonek jokatzen dituzte bi aldeak.
game-begin-engines = { $variant }: { $player } ari da bi aldeetan.
game-begin-how = Idatzi 1etik 9ra zulo bat ereiteko, edo `hint`, `undo`, `help`, `quit`.
game-level = { $name } maila
game-you = zu
game-person = pertsona bat
game-thinking = pentsatzen ... (Ctrl-C gelditzeko)
game-interrupted = etenda
game-error = errorea
game-stopped = Geldituta: { $side } jokalariak ez du jokatu. `go`: joka dezala; `undo`: zure jokaldia desegin.
game-over-keep = `{ $save }` partida gordetzeko, `moves` zerrendatzeko, `undo` amaiera desegiteko, `new` beste bat hasteko.
game-over-again = `new` beste bat hasteko, `undo` azken jokaldia desegiteko.
game-go-or-side = `go`: joka dezala; `side`: haren lekua hartu.
game-goes-on = Partidak aurrera jarraitzen du.
game-took-back = { $count ->
    [one] Jokaldi bat desegin da.
   *[other] { $count } jokaldi desegin dira.
}
game-played-again = { $count ->
    [one] Jokaldi bat berregin da.
   *[other] { $count } jokaldi berregin dira.
}
game-redo-more = `redo` gehiago berregiteko.
game-new = Partida berria.
game-from-position = Posizio honetatik hasitako partida.
game-former = Aurreko partida itzuli da.
game-loaded = { $file } fitxategiko { $number }. partida kargatu da: { $count ->
    [one] jokaldi erdi bat
   *[other] { $count } jokaldi erdi
}, { $white } eta { $black }.
game-saved = { $count ->
    [one] Jokaldi erdi bat gorde da
   *[other] { $count } jokaldi erdi gorde dira
}: { $file }.
game-not-kept = Abisua: partida ez da gehiago berez gordetzen: { $text }
game-seat-you = Orain zu { $side } zara, aurkaria: { $player }.
game-seat-people = Orain pertsonek jokatzen dituzte bi aldeak.
game-seat-engines = Orain { $player } ari da bi aldeetan.
game-seat-engine = Orain { $player } da { $side }.
game-opponent = Zure aurkaria: { $player }. `levels` mailak ikusteko.
game-no-variant = { $player } jokalariak ez daki { $variant }; bilaketa klasikoa ari da haren ordez.
game-no-moves = Ez da jokaldirik egin.
game-also = baita: { $words }
game-by = { $name }
game-by-early = { $name }, lehenago geldituta
game-language = Hizkuntza: { $name } ({ $code }). Besteak: { $codes }.
game-small = Taulak { $columns } zutabe eta { $rows } lerro behar ditu.
game-more-lines = (beste { $count } lerro)

board-tuzdik = tuzdika { $side } jokalariaren { $hole }. zuloan
board-to-move = txanda
board-row = { $side } ({ $name }): kazana { $count }, { $tuzdik }.
board-no-tuzdik = tuzdikik ez
board-holes = { $side }, 1-{ $holes } zuloak: { $counts }.
board-hole-tuzdik = tuzdika
board-last = Azken jokaldia: { $side }, { $hole }. zuloa; azken bola { $row } jokalariaren { $landing }. zuloan.
board-letter-first = B
board-letter-second = K
board-legend = 9. bakoitia   10: bikoitia   o azken zulo jokatua   * azken bola erori den lekua
    T({ $first }), T({ $second }) Bastaushyren, Kostaushyren tuzdika   < v > ^ ereiteko norabidea
board-south = hegoa
board-north = iparra

eval-gains = { $count ->
    [one] bola bat irabazten du
   *[other] { $count } bola irabazten ditu
}
eval-gives = { $count ->
    [one] bola bat ematen du
   *[other] { $count } bola ematen ditu
}
eval-gains-nothing = berehala ez du ezer irabazten
eval-hint = { $gain }; irabazteko aukera { $win }; espero den aldea: { $margin }
eval-line = segida: { $line }
eval-balls = { $balls } bola
eval-exactly = { $margin }, zehatz
eval-certain-draw = bat ere ez, berdinketa ziurra
eval-ahead = { $side } ({ $name }) { $balls } bola aurretik amaitzea espero da; berdinketa { $draw }; { $effort }
eval-exact = Zehatz: { $told }.
eval-certain = Ziur: { $told }.
eval-wins = { $side } ziur garaile
eval-draw = berdinketa joko onenarekin
eval-moves-of = { $side } jokalariaren jokaldiak, onena lehenik:
eval-move = jokaldi
eval-win = irabazi
eval-margin = aldea
eval-share = zatia
eval-more = (beste { $count })
eval-tables = zehatz, amaierako taulen arabera
eval-nodes = { $count } posizio
eval-simulations = { $count } simulazio
eval-depth = sakonera { $depth }
eval-after = { $count } jokaldi erdiren ondoren: { $position }

level-name = maila
level-simulations = simulazioak
level-elo = Elo (% 95eko tartea)
level-games = partidak
level-model = eredua
level-not-measured = neurtu gabe
level-from = { $model }, { $run } entrenamenduaren { $generation }. belaunaldia
level-source = Mailak eta ereduak: { $source }.

help-holes = zulo hori jokatu; 76 edo 36x idazkera ere ulertzen da
help-hint = jokaldi onena, zer irabazten duen eta zergatik
help-undo = desegin zure azken N jokaldiak eta haien erantzunak
help-redo = berregin desegindakoa
help-eval = nor dagoen hobeto: irabazteko aukera eta espero den aldea
help-analyze = N jokaldi onenak aukera, alde eta segidarekin
help-new = hasi berriro; `undo` partida zaharra itzultzeko
help-side = aldatu aldez, edo hartu izendatutakoa
help-flip = biratu taula
help-level = jokatu beste maila baten aurka; bakarrik, esan zein den
help-levels = mailak, neurtutako indarrarekin
help-engine = jokatu edonoren aurka: classical,depth=8  model:FILE  random
help-both = pertsonek jokatzen dituzte bi aldeak
help-watch = ordenagailuak jokatzen ditu bi aldeak; Ctrl-C gelditzeko
help-go = joka dezala ordenagailuak orain, zure ordez zure txanda bada
help-position = jokatu posizio laburretik, FEN batetik edo `startpos`etik
help-notation = idatzi posizioa eta partida kopiatzeko
help-moves = jokaldien zerrenda
help-save = gorde partida fitxategi batean; `save! FILE` beste bat ordezteko
help-load = ireki partida bat, fitxategiko N-garrena
help-board = erakutsi taula; aldatu nola idazten den
help-language = hitz egin beste hizkuntza bat; bakarrik, esan zein dauden
help-resign = eman amore
help-help = zerrenda hau
help-quit = irten; sarreraren amaierak ere bai

command-unknown = Agindu ezezaguna `{ $word }`: `help` denak ikusteko; jokaldia zulo baten zenbakia da.
command-nearest = Agindu ezezaguna `{ $word }`: `{ $nearest }` esan nahi duzu? `help` denak ikusteko.
command-no-hole = `{ $word }` ez da zuloa: idatzi 1etik 9rako zenbakia.
command-no-argument = `{ $name }` bakarrik idazten da, baina `{ $word }` dator atzetik.
command-missing = `{ $name }` osatu gabe dago: { $usage }
command-count = `{ $word }` ez da 1etik { $most } arteko zenbakia: { $usage }
command-word = `{ $word }` ez da hauetako bat: { $expected }.
error-mismatch = { $text }: { $why } `{ $hole }` hutsak zuloa jokatzen du.
error-position = Ez da posizioa. { $text }
error-no-file = Zein fitxategitan? `save FILE`
error-not-own = { $file } badago eta ez da partida honena: `save! { $file }` ordezteko.
error-no-such-game = { $file }: ez dago { $wanted }. partidarik; fitxategiak { $found } ditu.
error-file = Fitxategia ezin da erabili: { $text }.
pair-landing = Azken bola { $expected }. zuloan erortzen da, ez { $found }. zuloan.
pair-unmarked = Tuzdika egiten du, baina x falta da.
pair-no-tuzdik = Ez du tuzdikik egiten, baina x dauka.
pair-kazan = Ondoren kazanak { $expected } bola ditu, ez { $found }.
end-rest = { $count ->
    [one] Geratzen zen bola { $side } jokalariarentzat da.
   *[other] Geratzen ziren { $count } bolak { $side } jokalariarentzat dira.
}

# Posizio batez ziur dakiguna.
solve-open = Mugaren barruan ebatzi gabe.
solve-holds = { $side } bolen erdia edo gehiago lortzen du: { $other } ezin da garaile izan.
solve-known = Erantzuna amaierako tauletan dago ({ $balls } bola arte): `{ $command }`, gero berriz gauza bera, edo `--tables DIR`.
solve-nodes = Taulan { $balls } bola daude. `{ $option }` handiago batek ebatz dezake.
solve-larger = Amaierako taulek ere ebatz dezakete ({ $balls } bola arte): `{ $command }`, edo `--tables DIR`.
solve-tables = amaierako taulak, { $balls } bola arte
