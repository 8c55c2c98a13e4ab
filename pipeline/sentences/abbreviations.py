"""Words that end in a full stop without ending a sentence, and words that begin one."""

NEVER_FINAL = frozenset(
    """
    mr mrs ms messrs mx dr prof hon rev gov sen rep gen col lt capt sgt st jr's
    v vs viz cf e.g i.e eg ie approx al ca est incl excl resp esp
    reg regs sec secs sect fig figs art arts cl cls para paras pp nos vol vols ch chs tit pt ex exh app
    ann stat cong supp ed eds rev'd aff'd cert dist op cit seq id. ibid
    u.s.c c.f.r f.supp f.2d f.3d stat.ann fed reg.s
    abs nr nrn ziff rn rdn tz art bzw z.b z.t d.h u.a u.u i.d.r i.v.m i.s.v i.h.v i.s.d v.a a.f n.f m.w s.o s.u
    vgl ggf gem insb inkl exkl evtl einschl entspr sog lit buchst hs kap anl anm dipl ing str mio mrd tsd
    geb verh rspr lfd mind max min zzgl abzgl jew bspw beisp
    """.split()
)
"""In lower case, without the last stop. ``No.``, months and ``S.`` are not here: they depend on what follows."""

BEFORE_NUMBER = frozenset(
    """
    no nos n p pg pgs s item items note notes section sections sec part parts article articles chapter
    schedule exhibit annex appendix rule rules clause clauses paragraph paragraphs form line page pages table
    release file jan feb mar apr jun jul aug sept sep oct nov dec satz seite anlage ziffer punkt teil
    """.split()
)
"""Never final before a digit or a roman numeral."""

MAYBE_FINAL = frozenset(
    """
    inc co cos corp ltd llc llp lp plc bros assoc assn cie n.v s.a s.p.a a.g l.p l.l.c l.l.p l.l.p p.c p.a n.a b.v
    etc usw et al etal jan feb mar apr jun jul aug sept sep oct nov dec mon tue wed thu fri sat sun
    jr sr esq ph.d m.d j.d b.a m.a b.s m.s m.b.a c.p.a d.c n.y u.s u.k u.n e.u u.s.a a.m p.m p.a a.d b.c
    ave blvd rd hwy bldg dept univ calif mass conn fla tex ill pa va wash ariz colo ga mich minn tenn wis del
    intl natl mfg tel ext min hrs hr yr yrs mo mos wk qtr ft sq lb lbs oz bbl bbls mt mcf
    u.ä u.dgl o.ä o.g u.v.m dgl a.d i.l e.v e.g.v
    """.split()
)
"""Final only where the next word is one that begins sentences."""

LABELS = frozenset(
    """
    item items note notes section sections sec part article art chapter schedule exhibit annex appendix rule
    clause cl paragraph para step table figure fig attachment addendum amendment proposal question
    anlage ziffer artikel teil abschnitt kapitel anhang nummer
    """.split()
)
"""A number after one of these may end in a stop and be followed by its own title."""

LETTERED = frozenset(
    """
    series class schedule exhibit annex appendix part tranche group type plan phase tier category attachment
    facility option item note loan term table section article grade level column division vitamin hepatitis
    anlage serie klasse gruppe typ teil abschnitt
    """.split()
)
"""A single capital after one of these is a name that can end a sentence."""

STARTERS = frozenset(
    """
    The A An This That These Those There Such It Its He She They Their We Our You Your I His Her My
    In On At As For From To By With Without Within Under Upon Until Unless Of Over During Through Throughout Among
    Between Before After Because Since While When Where Whereas Whether If Although Though However Moreover
    Furthermore Therefore Thus Hence Accordingly Additionally Also And But Or Nor So Yet Each Every Any All Both
    Either Neither No None Not Nothing Some Many Most Much More Several Certain Other Others Another One Two Three
    Here Herein Hereunder Pursuant Subject Notwithstanding Except Provided See Please Who What Which Why How
    Is Are Was Were Do Does Did Has Have Had Will Would Shall Should May Might Can Could Must Now Then Today
    Company Companies Parties Seller Buyer Purchaser Lender Borrower Licensor Licensee Tenant Landlord Customer
    Provider Management Shareholders Stockholders Investors Copies Based Due According Despite Given Like
    Net Total Revenue Revenues Sales Operating Gross
    Der Die Das Dem Den Des Ein Eine Einer Einem Einen Eines Dieser Diese Dieses Diesem Diesen Er Sie Es Wir Ihr
    Unser Unsere Im In Am An Auf Aus Bei Beim Durch Für Gegen Mit Nach Ohne Seit Über Um Unter Von Vom Vor Während
    Wegen Zu Zum Zur Zwischen Wenn Weil Falls Sofern Soweit Sobald Wird Werden Ist Sind War Waren Hat Haben Hatte
    Kann Können Soll Sollen Muss Müssen Darf Dürfen Gemäß Jede Jeder Jedes Alle Kein Keine Keiner Nicht Nur Auch
    Aber Oder Und Sowie Dies Diejenigen Hierzu Hiervon Hierbei Dabei Dazu Damit Daher Darüber Darin Insbesondere
    Zudem Ferner Außerdem Jedoch Dagegen Somit Sodann Daneben Dennoch Allerdings Vorstehende Nachstehend
    """.split()
)
"""As they stand at the beginning of a sentence."""

MONTHS = frozenset(
    """
    Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember
    Jan Feb Apr Jun Jul Aug Sept Sep Okt Nov Dez
    """.split()
)
"""After an ordinal ("31. Dezember") the date goes on."""
