"""Words that end in a full stop without ending a sentence, and words that begin one."""

NEVER_FINAL = frozenset(
    """
    mr mrs ms messrs mx dr prof hon v vs viz cf e.g i.e eg ie approx ca vgl bzw d.h z.b z.t u.a i.v.m i.s.v i.s.d
    i.h.v i.d.r abs nr nrn ziff rn rdn buchst m.w v.a s.o s.u ggf gem insb inkl exkl evtl zzgl abzgl
    bspw beisp dipl jur rer nat oec habil
    """.split()
)
"""In lower case, without the last stop."""

BEFORE_NUMBER = frozenset("no nos n p pp pg pgs s sec secs sect par para paras ch vol vols lit satz".split())
"""Never final before a digit or a roman numeral, such as "No. 4"; on their own they can be words."""

MAYBE_FINAL = frozenset(
    """
    inc co cos corp ltd llc llp lp plc bros assoc assn cie n.v s.a s.p.a a.g l.p l.l.c l.l.p p.c p.a n.a b.v
    etc usw et al etal jan feb mar apr jun jul aug sept sep oct nov dec mon tue wed thu fri sat sun
    jr sr esq ph.d m.d j.d b.a m.a b.s m.s m.b.a c.p.a d.c n.y u.s u.k u.n e.u u.s.a a.m p.m a.d b.c
    ave blvd rd hwy bldg dept univ calif mass conn fla tex ill pa va wash ariz colo ga mich minn tenn wis del
    intl natl mfg tel ext max min mind hrs hr yr yrs mo mos wk qtr ft sq lb lbs oz bbl bbls mt mcf
    rev gov sen rep gen col lt capt sgt st est excl incl resp esp reg regs sect fig figs art arts cl cls app ex exh
    ann stat cong supp ed eds rev'd aff'd cert dist cit id ibid u.s.c c.f.r fed pt tit viz op
    u.ä u.dgl o.ä o.g u.v.m dgl a.d i.l e.v e.g.v a.f n.f u.u str mio mrd tsd kap anl anm tz hs einschl entspr
    sog geb verh rspr jew ing pte pty pvt sdn bhd pub edif apto av avda urb prov
    """.split()
)
"""Final only where the next word is one that begins sentences."""

FIRMS = frozenset("inc co cos corp ltd llc llp lp plc etc usw".split())
"""Final also before a subject with its verb: "Acme Inc. Revenue was …", where "U.S. Treasury is …" goes on."""

FORMS = frozenset("ltd limited inc llc llp lp plc bhd corp pvt pty".split())
"""Second half of a company's form, as in "Pte. Ltd." and "Co. Ltd. is": the full stop before it ends nothing."""

ORDINARY = frozenset(
    "pub art app mass wash sun sat wed ill fed est gen rep ed ext del tel mar may mo col pt fig str".split()
)
"""Written in lower case these are words like others ("state of the art.")."""

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
