/* SPDX-License-Identifier: MIT */
/*
 * The named character references of the HTML standard, made by html_names.py
 * from Python's table of them.  Names of the same length stand together, sorted
 * so that a name is found by halves without a table of where each begins, and
 * its number in this order is that of its value.
 *
 * Do not change this file by hand.
 */
#include "web/page/html_references.h"

const struct sp_html_reference_names
	sp_html_reference_names[SP_HTML_REFERENCE_NAME_MAX + 1] = {
	[2] = {
		"DDGTGgGtImLTLlLtMuNuOrPiPrReScXiacafapddeeegelgEgeggglgticii"
		"initlElelgllltmpmuneninuoSorpipmprrxscwpwrxi",
		52, 0
	},
	[3] = {
		"AMPAcyAfrAndBcyBfrCapCfrChiCupDcyDelDfrDotENGETHEcyEfrEtaFcy"
		"FfrGcyGfrHatHfrIcyIfrIntJcyJfrKcyKfrLcyLfrLshMapMcyMfrNcyNfr"
		"NotOcyOfrPcyPfrPhiPsiQfrREGRcyRfrRhoRshScySfrSubSumSupTabTau"
		"TcyTfrUcyUfrVcyVeeVfrWfrXfrYcyYfrZcyZfracEacdacyaframpandang"
		"apEapeastbcybfrbnebotcapcfrchicircupdcydegdfrdiedivdotecyefr"
		"egsellelsengetaethfcyffrgElgapgcygelgeqgesgfrgggglEglagljgnE"
		"gnehfricyiffifrintjcyjfrkcykfrlEglaplatlcylegleqleslfrlgElnE"
		"lnelozlrmlshmapmcymfrmhomidnGgnGtnLlnLtnapncynfrngEngengtnis"
		"nivnlEnlenltnotnprnscnumocyofrogtohmoltordorvparpcypfrphipiv"
		"prEprepsiqfrrcyregrfrrhorlmrshscEscescysfrshysimsmtsolsqusub"
		"sumsuptautcytfrtopucyufrumlvcyveevfrwfrxfrycyyenyfrzcyzfrzwj",
		220, 52
	},
	[4] = {
		"AopfAscrAumlBarvBetaBopfBscrCHcyCOPYCdotCopfCscrDJcyDScyDZcy"
		"DarrDopfDscrEdotEopfEscrEsimEumlFopfFscrGJcyGdotGopfGscrHopf"
		"HscrIEcyIOcyIdotIopfIotaIscrIumlJopfJscrKHcyKJcyKopfKscrLJcy"
		"LangLarrLopfLscrMopfMscrNJcyNopfNscrOopfOscrOumlPopfPscrQUOT"
		"QopfQscrRangRarrRopfRscrSHcySopfSqrtSscrStarTScyTopfTscrUarr"
		"UopfUpsiUscrUumlVbarVertVopfVscrWopfWscrXopfXscrYAcyYIcyYUcy"
		"YopfYscrYumlZHcyZdotZetaZopfZscranddandvangeaopfapidaposascr"
		"aumlbNotbbrkbetabethbnotbopfboxHboxVboxhboxvbscrbsimbsolbull"
		"bumpcapscdotcentchcycirEcirccirecompcongcopfcopycscrcsubcsup"
		"cupsdArrdHardarrdashdiamdjcydopfdscrdscydsoldtridzcyeDotecir"
		"edotemspenspeopfeparepsiescresimeumleuroexclflatfnoffopffork"
		"fscrgdotgeqqgeslgjcygnapgneqgopfgscrgsimgtccgvnEhArrhalfharr"
		"hbarhopfhscriecyimofiocyiopfiotaiscrisiniumljopfjscrkhcykjcy"
		"kopfkscrlArrlHarlanglarrlatelcubldcaldshleqqlesgljcylnaplneq"
		"lopflozflparlscrlsimlsqbltccltrilvnEmacrmalemaltmlcpmldrmopf"
		"mscrnGtvnLtvnangnapEnbspncapncupngeqngesngtrnisdnjcynldrnleq"
		"nlesnmidnopfnparnprenscenscrnsimnsubnsupntglntlgnvapnvgenvgt"
		"nvlenvltoastocirodivodotogonointomidoopfoparordfordmororoscr"
		"osoloumlparapartperpphivpluspopfprapprecprnEprodproppscrqint"
		"qopfqscrquotrArrrHarracerangrarrrcubrdcardshrealrectrhovring"
		"ropfrparrscrrsqbrtriscapscnEsdotsectsemisextshcysimesimgsiml"
		"smidsmtesolbsopfsparsqufsscrstarsubEsubesuccsungsup1sup2sup3"
		"supEsupetbrktdottinttoeatopftosatrietscrtscyuArruHaruarruopf"
		"upsiuscrutriuumlvArrvBarvarrvertvopfvscrwopfwscrxcapxcupxmap"
		"xnisxopfxscrxveeyacyyicyyopfyscryucyyumlzdotzetazhcyzopfzscr"
		"zwnj",
		376, 272
	},
	[5] = {
		"AEligAcircAlphaAmacrAogonAringBreveCcircColonCrossDashvDelta"
		"EcircEmacrEogonEqualGammaGcircHacekHcircIJligIcircImacrIogon"
		"IukcyJcircJukcyKappaOEligOcircOmacrOmegaPrimeRBarrScircSigma"
		"THORNTRADETSHcyThetaTildeUbrcyUcircUmacrUnionUogonUpTeeUring"
		"VDashVdashWcircWedgeYcircacircacuteaeligalephalphaamacramalg"
		"angleangrtangstaogonaringasympawintbcongbdquobepsiblankblk12"
		"blk14blk34blockboxDLboxDRboxDlboxDrboxHDboxHUboxHdboxHuboxUL"
		"boxURboxUlboxUrboxVHboxVLboxVRboxVhboxVlboxVrboxdLboxdRboxdl"
		"boxdrboxhDboxhUboxhdboxhuboxuLboxuRboxulboxurboxvHboxvLboxvR"
		"boxvhboxvlboxvrbrevebsemibsimebsolbbumpEbumpecaretcaronccaps"
		"ccircccupscedilcheckclubscoloncommacrarrcrosscsubecsupectdot"
		"cueprcuesccuporcuveecuwedcwintdashvdblacddarrdeltadharldharr"
		"diamsdisindoteqdtdotdtrifduarrduhareDDotecircefDotemacrempty"
		"eogoneplusepsiveqsimequiverDoterarresdotexistffligfiligfjlig"
		"flligfltnsforkvfraslfrowngammagcircgesccgimelgneqqgnsimgrave"
		"gsimegsimlgtcirgtdotharrwhcirchoarricirciexcliiintiiotaijlig"
		"imacrimageimathimpedinfiniogoniprodisinEisinsisinviukcyjcirc"
		"jmathjukcykappalAarrlBarrlangdlaquolarrblateslbarrlbbrklbrke"
		"lceilldquolescclhardlharulhblkllarrlltrilneqqlnsimloangloarr"
		"lobrkloparlrarrlrharlrtrilsimelsimglsquoltcirltdotltrieltrif"
		"mDDotmdashmicrominusmumapnablanapidnaposnaturnbumpncongndash"
		"neArrnearrnedotnesimngeqqngsimnhArrnharrnhparnlArrnlarrnleqq"
		"nlessnlsimnltrinotinnotninpartnprecnrArrnrarrnrtrinsimensmid"
		"nsparnsubEnsubensuccnsupEnsupenumspnvsimnwArrnwarrocircodash"
		"oeligofcirohbarolarrolcirolineomacromegaoperpoplusorarrorder"
		"ovbarparslphoneplusbplusepoundprcueprimeprnapprsimquestrAarr"
		"rBarrradicrangdrangeraquorarrbrarrcrarrwratiorbarrrbbrkrbrke"
		"rceilrdquorealsrhardrharurlarrrlharrnmidroangroarrrobrkropar"
		"rrarrrsquortriertrifsbquosccuescircscnapscsimsdotbsdoteseArr"
		"searrsetmnsharpsigmasimeqsimgEsimlEsimneslarrsmilesmtessqcap"
		"sqcupsqsubsqsupsrarrstarfstrnssubnEsubnesupnEsupneswArrswarr"
		"szligthetathkapthorntildetimestradetrisbtshcytwixtubrcyucirc"
		"udarrudharuharluharruhblkultriumacruogonuplusupsihuringurtri"
		"utdotutrifuuarrvBarvvDashvarpivdashveeeqvltrivnsubvnsupvprop"
		"vrtriwcircwedgexcircxdtrixhArrxharrxlArrxlarrxodotxrArrxrarr"
		"xutriycirc",
		422, 648
	},
	[6] = {
		"AacuteAbreveAgraveAssignAtildeBarwedBumpeqCacuteCcaronCcedil"
		"ColoneConintCupCapDaggerDcaronDotDotDstrokEacuteEcaronEgrave"
		"ExistsForAllGammadGbreveGcedilHARDcyHstrokIacuteIgraveItilde"
		"JsercyKcedilLacuteLambdaLcaronLcedilLmidotLstrokNacuteNcaron"
		"NcedilNtildeOacuteOdblacOgraveOslashOtildeOtimesRacuteRarrtl"
		"RcaronRcedilSHCHcySOFTcySacuteScaronScedilSquareSubsetSupset"
		"TcaronTcedilTstrokUacuteUbreveUdblacUgraveUtildeVdashlVerbar"
		"VvdashYacuteZacuteZcaronaacuteabreveagraveandandangmsdangsph"
		"apacirapproxatildebarveebarwedbecausbernoubigcapbigcupbigvee"
		"bkarowbottombowtieboxboxbprimebrvbarbulletbumpeqcacutecapand"
		"capcapcapcupcapdotccaronccedilcirceqcirmidcolonecommatcompfn"
		"conintcoprodcopysrcularrcupcapcupcupcupdotcurarrcurrencylcty"
		"daggerdalethdcarondfishtdividedivonxdlcorndlcropdollardrcorn"
		"drcropdstrokeacuteeasterecaronecolonegraveegsdotelsdotemptyv"
		"emsp13emsp14eparsleqcircequalsequestfemaleffiligfflligforall"
		"frac12frac13frac14frac15frac16frac18frac23frac25frac34frac35"
		"frac38frac45frac56frac58frac78gacutegammadgbrevegesdotgesles"
		"gtlPargtrarrgtrdotgtrsimhairsphamilthardcyheartshelliphercon"
		"homththorbarhslashhstrokhybullhypheniacuteigraveiiiintiinfin"
		"incareinodotintcaliquestisinsvitildejsercykappavkcedilkgreen"
		"lAtaillacutelagranlambdalanglelarrfslarrhklarrlplarrpllarrtl"
		"lataillbracelbracklcaronlcedilldquorlesdotlesgeslfishtlfloor"
		"lharulllhardlmidotlmoustlopluslowastlowbarlparltlrhardlsaquo"
		"lsquorlstroklthreeltimesltlarrltrParmapstomarkermcommamidast"
		"midcirmiddotminusbminusdmnplusmodelsmstposnVDashnVdashnacute"
		"nbumpencaronncedilnearhknequivnesearnexistnltrienotinEnparsl"
		"nprcuenrarrcnrarrwnrtriensccuensimeqntildenumeronvDashnvHarr"
		"nvdashnvlArrnvrArrnwarhknwnearoacuteodblacodsoldograveominus"
		"origofoslashotildeotimesparsimpercntperiodpermilphmmatplanck"
		"plankvplusdoplusduplusmnpreceqprimesprnsimproptoprurelpuncsp"
		"qprimerAtailracuteranglerarraprarrfsrarrhkrarrlprarrplrarrtl"
		"ratailrbracerbrackrcaronrcedilrdquorrfishtrfloorrharulrmoust"
		"roplusrpargtrsaquorsquorrthreertimessacutescaronscedilscnsim"
		"searhkseswarsfrownshchcysigmafsigmavsimdotsmashpsoftcysolbar"
		"spadessqcapssqcupssqsubesqsupesquaresquarfssetmnssmilesstarf"
		"subdotsubsetsubsimsubsubsubsupsucceqsupdotsupsetsupsimsupsub"
		"supsupswarhkswnwartargettcarontcediltelrecthere4thetavthinsp"
		"thksimtimesbtimesdtopbottopcirtprimetridottstrokuacuteubreve"
		"udblacufishtugraveulcornulcropurcornurcroputildevangrtvarphi"
		"varrhoveebarvellipverbarvsubnEvsubnevsupnEvsupnewedbarwedgeq"
		"weierpwreathxoplusxotimexsqcupxuplusxwedgeyacutezacutezcaron"
		"zeetrf",
		411, 1070
	},
	[7] = {
		"BecauseCayleysCconintCedillaDiamondDownTeeElementEpsilon"
		"ImpliesLeftTeeNewLineNoBreakNotLessOmicronOverBarProduct"
		"UpArrowUparrowUpsilonalefsymangrtvbangzarrasympeqbacksim"
		"becausebemptyvbetweenbigcircbigodotbigstarbnequivboxplus"
		"ccupssmcemptyvcirscircoloneqcongdotcudarrlcudarrrcularrp"
		"curarrmdbkarowddaggerddotseqdemptyvdiamonddigammadotplus"
		"dwangleepsiloneqcolonequivDDgesdotogtquestgtrlessharrcir"
		"intprodisindotlarrbfslarrsimlbrksldlbrksluldrdharlesdoto"
		"lessdotlessgtrlesssimlotimeslozengeltquestluruharmaltese"
		"minusdunapproxnaturalnearrownexistsnotinvanotinvbnotinvc"
		"notnivanotnivbnotnivcnpolintnpreceqnsqsubensqsupensubset"
		"nsucceqnsupsetnvinfinnvltrienvrtrienwarrowolcrossomicron"
		"orderoforslopepertenkplanckhpluscirplussimplustwoprecsim"
		"quatintquesteqrarrbfsrarrsimrbrksldrbrkslurdldharrealine"
		"rotimesruluharsearrowsimplussimrarrsubedotsubmultsubplus"
		"subrarrsuccsimsupdsubsupedotsuphsolsuphsubsuplarrsupmult"
		"supplusswarrowtopforktriplustritimeuparrowupsilonuwangle"
		"vzigzagzigrarr",
		138, 1481
	},
	[8] = {
		"DDotrahdDotEqualIntegralLessLessNotEqualNotTildePartialD"
		"PrecedesRightTeeSucceedsSuchThatSupersetUarrocirUnderBar"
		"andslopeangmsdaaangmsdabangmsdacangmsdadangmsdaeangmsdaf"
		"angmsdagangmsdahangrtvbdapproxeqawconintbackcongbarwedge"
		"bbrktbrkbigoplusbigsqcupbiguplusbigwedgeboxminusboxtimes"
		"bsolhsubcapbrcupcircledRcircledScirfnintclubsuitcupbrcap"
		"curlyveecwconintdoteqdotdotminusdrbkarowdzigrarrelinters"
		"emptyseteqvparslfpartintgeqslantgesdotolgnapproxhksearow"
		"hkswarowimaglineimagpartinfintieintegersintercalintlarhk"
		"laemptyvldrusharleqslantlesdotorllcornerlnapproxlrcorner"
		"lurdsharmapstoupmultimapnaturalsncongdotnotindototimesas"
		"parallelplusacirpointintprecneqqprecnsimprofalarprofline"
		"profsurfraemptyvrealpartrppolintrtriltriscpolintsetminus"
		"shortmidsmeparslsqsubsetsqsupsetsubseteqsuccneqqsuccnsim"
		"supseteqthetasymthicksimtimesbartriangletriminustrpezium"
		"ulcornerurcornervarkappavarsigmavartheta",
		110, 1619
	},
	[9] = {
		"BackslashCenterDotCircleDotCongruentCoproductDoubleDot"
		"DownArrowDownBreveDownarrowHumpEqualLeftArrowLeftFloor"
		"LeftarrowLessTildeMellintrfMinusPlusNotCupCapNotExists"
		"NotSubsetOverBracePlusMinusThereforeThinSpaceTripleDot"
		"UnionPlusbackprimebacksimeqbigotimescenterdotcheckmark"
		"complexesdotsquaredownarrowgtrapproxgtreqlessgvertneqq"
		"heartsuitleftarrowlesseqgtrlvertneqqngeqslantnleqslant"
		"nparallelnshortmidnsubseteqnsupseteqpitchforkrationals"
		"spadesuitsubseteqqsubsetneqsupseteqqsupsetneqtherefore"
		"triangleqvarpropto",
		56, 1729
	},
	[10] = {
		"BernoullisCirclePlusEqualTildeFouriertrfImaginaryILaplacetrf"
		"LeftVectorLleftarrowNotElementNotGreaterProportionRightArrow"
		"RightFloorRightarrowThickSpaceTildeEqualTildeTildeUnderBrace"
		"UpArrowBarUpTeeArrowcircledastcomplementcurlywedgeeqslantgtr"
		"gtreqqlesslessapproxlesseqqgtrlmoustachelongmapstomapstodown"
		"mapstoleftnLeftarrownleftarrownsubseteqqnsupseteqqprecapprox"
		"rightarrowrmoustachesqsubseteqsqsupseteqsubsetneqqsuccapprox"
		"supsetneqqupuparrowsvarepsilonvarnothing",
		46, 1785
	},
	[11] = {
		"CircleMinusCircleTimesEquilibriumGreaterLessLeftCeiling"
		"LessGreaterMediumSpaceNotLessLessNotPrecedesNotSucceeds"
		"NotSupersetOverBracketRightVectorRrightarrowRuleDelayed"
		"SmallCircleSquareUnionSubsetEqualUpDownArrowUpdownarrow"
		"VerticalBarbackepsilonblacksquarecircledcirccircleddash"
		"curlyeqpreccurlyeqsuccdiamondsuiteqslantlessexpectation"
		"nRightarrownrightarrowpreccurlyeqprecnapproxquaternions"
		"straightphisucccurlyeqsuccnapproxthickapproxupdownarrow",
		40, 1831
	},
	[12] = {
		"DownArrowBarDownTeeArrowExponentialEGreaterEqualGreaterTilde"
		"HilbertSpaceHumpDownHumpIntersectionLeftArrowBarLeftTeeArrow"
		"LeftTriangleLeftUpVectorNotCongruentNotHumpEqualNotLessEqual"
		"NotLessTildeProportionalRightCeilingRoundImpliesShortUpArrow"
		"SquareSubsetUnderBracketVerticalLineblacklozengeexponentiale"
		"risingdotseqtriangledowntriangleleftvarsubsetneqvarsupsetneq",
		30, 1871
	},
	[13] = {
		"ApplyFunctionDifferentialDDoubleLeftTeeDoubleUpArrow"
		"LeftTeeVectorLeftVectorBarLessFullEqualLongLeftArrow"
		"LongleftarrowNotEqualTildeNotTildeEqualNotTildeTilde"
		"PoincareplanePrecedesEqualPrecedesTildeRightArrowBar"
		"RightTeeArrowRightTriangleRightUpVectorSucceedsEqual"
		"SucceedsTildeSupersetEqualUpEquilibriumVerticalTilde"
		"VeryThinSpacebigtriangleupblacktriangledivideontimes"
		"fallingdotseqhookleftarrowleftarrowtailleftharpoonup"
		"longleftarrowlooparrowleftmeasuredanglentriangleleft"
		"shortparallelsmallsetminustrianglerightupharpoonleft"
		"varsubsetneqqvarsupsetneqq",
		42, 1901
	},
	[14] = {
		"DiacriticalDotDoubleRightTeeDownLeftVectorGreaterGreater"
		"HorizontalLineInvisibleCommaInvisibleTimesLeftDownVector"
		"LeftRightArrowLeftrightarrowLessSlantEqualLongRightArrow"
		"LongrightarrowLowerLeftArrowNestedLessLessNotGreaterLess"
		"NotLessGreaterNotSubsetEqualNotVerticalBarOpenCurlyQuote"
		"ReverseElementRightTeeVectorRightVectorBarShortDownArrow"
		"ShortLeftArrowSquareSupersetTildeFullEqualUpperLeftArrow"
		"ZeroWidthSpacecurvearrowleftdoublebarwedgedowndownarrows"
		"hookrightarrowleftleftarrowsleftrightarrowleftthreetimes"
		"longrightarrowlooparrowrightnshortparallelntriangleright"
		"rightarrowtailrightharpoonuptriangleleftequpharpoonright",
		44, 1943
	},
	[15] = {
		"CloseCurlyQuoteContourIntegralDoubleDownArrowDoubleLeftArrow"
		"DownRightVectorLeftRightVectorLeftTriangleBarLeftUpTeeVector"
		"LeftUpVectorBarLowerRightArrowNotGreaterEqualNotGreaterTilde"
		"NotHumpDownHumpNotLeftTriangleNotSquareSubsetOverParenthesis"
		"RightDownVectorShortRightArrowUpperRightArrowbigtriangledown"
		"circlearrowleftcurvearrowrightdownharpoonleftleftharpoondown"
		"leftrightarrowsnLeftrightarrownleftrightarrowntrianglelefteq"
		"rightleftarrowsrightsquigarrowrightthreetimesstraightepsilon"
		"trianglerighteqvartriangleleft",
		34, 1987
	},
	[16] = {
		"DiacriticalAcuteDiacriticalGraveDiacriticalTilde"
		"DoubleRightArrowDownArrowUpArrowEmptySmallSquare"
		"GreaterEqualLessGreaterFullEqualLeftAngleBracket"
		"LeftUpDownVectorLessEqualGreaterNonBreakingSpace"
		"NotPrecedesEqualNotRightTriangleNotSucceedsEqual"
		"NotSucceedsTildeNotSupersetEqualRightTriangleBar"
		"RightUpTeeVectorRightUpVectorBarUnderParenthesis"
		"UpArrowDownArrowcirclearrowrightdownharpoonright"
		"ntrianglerighteqrightharpoondownrightrightarrows"
		"twoheadleftarrowvartriangleright",
		29, 2021
	},
	[17] = {
		"DoubleUpDownArrowDoubleVerticalBarDownLeftTeeVector"
		"DownLeftVectorBarFilledSmallSquareGreaterSlantEqual"
		"LeftDoubleBracketLeftDownTeeVectorLeftDownVectorBar"
		"LeftTriangleEqualNegativeThinSpaceNotGreaterGreater"
		"NotLessSlantEqualNotNestedLessLessNotReverseElement"
		"NotSquareSupersetNotTildeFullEqualRightAngleBracket"
		"RightUpDownVectorSquareSubsetEqualVerticalSeparator"
		"blacktriangledownblacktriangleleftleftrightharpoons"
		"rightleftharpoonstwoheadrightarrow",
		26, 2050
	},
	[18] = {
		"DownRightTeeVectorDownRightVectorBarLongLeftRightArrow"
		"LongleftrightarrowNegativeThickSpaceNotLeftTriangleBar"
		"PrecedesSlantEqualReverseEquilibriumRightDoubleBracket"
		"RightDownTeeVectorRightDownVectorBarRightTriangleEqual"
		"SquareIntersectionSucceedsSlantEqualblacktriangleright"
		"longleftrightarrow",
		16, 2076
	},
	[19] = {
		"DoubleLongLeftArrowDownLeftRightVectorLeftArrowRightArrow"
		"NegativeMediumSpaceNotGreaterFullEqualNotRightTriangleBar"
		"RightArrowLeftArrowSquareSupersetEqualleftrightsquigarrow",
		9, 2092
	},
	[20] = {
		"CapitalDifferentialDDoubleLeftRightArrowDoubleLongRightArrow"
		"EmptyVerySmallSquareNestedGreaterGreaterNotDoubleVerticalBar"
		"NotGreaterSlantEqualNotLeftTriangleEqualNotSquareSubsetEqual"
		"OpenCurlyDoubleQuoteReverseUpEquilibrium",
		11, 2101
	},
	[21] = {
		"CloseCurlyDoubleQuoteDoubleContourIntegral"
		"FilledVerySmallSquareNegativeVeryThinSpace"
		"NotPrecedesSlantEqualNotRightTriangleEqual"
		"NotSucceedsSlantEqual",
		7, 2112
	},
	[22] = {
		"DiacriticalDoubleAcuteNotSquareSupersetEqual",
		2, 2119
	},
	[23] = {
		"NotNestedGreaterGreater",
		1, 2121
	},
	[24] = {
		"ClockwiseContourIntegralDoubleLongLeftRightArrow",
		2, 2122
	},
	[31] = {
		"CounterClockwiseContourIntegral",
		1, 2124
	},
};

const char *const
	sp_html_reference_old[SP_HTML_REFERENCE_OLD_MAX + 1] = {
	[2] =
		"GTLTgtlt",
	[3] =
		"AMPETHREGampdegethnotregshyumlyen",
	[4] =
		"AumlCOPYEumlIumlOumlQUOTUumlaumlcentcopyeumliumlmacrnbspordf"
		"ordmoumlparaquotsectsup1sup2sup3uumlyuml",
	[5] =
		"AEligAcircAringEcircIcircOcircTHORNUcircacircacuteaeligaring"
		"cedilecircicirciexcllaquomicroocircpoundraquoszligthorntimes"
		"ucirc",
	[6] =
		"AacuteAgraveAtildeCcedilEacuteEgraveIacuteIgraveNtildeOacute"
		"OgraveOslashOtildeUacuteUgraveYacuteaacuteagraveatildebrvbar"
		"ccedilcurrendivideeacuteegravefrac12frac14frac34iacuteigrave"
		"iquestmiddotntildeoacuteograveoslashotildeplusmnuacuteugrave"
		"yacute",
};

const uint64_t sp_html_reference_starts[52] = {
	0x1a1055, 0x20000, 0x104014, 0x110, 0x180045, 0x20000, 0x80000, 0x0,
	0x110055, 0x0, 0x0, 0x80001, 0x101, 0x84002, 0x1e0045, 0x4801,
	0x100000, 0x11, 0x2100090, 0x180, 0x101045, 0x0, 0x0, 0x0, 0x100011,
	0x0, 0x40401a0045, 0x0, 0x10000000004, 0x0, 0x200000100045, 0x0,
	0x200000000000, 0x0, 0x100045, 0x0, 0x0, 0x200000000000, 0x0, 0x80000,
	0x1c0045, 0x0, 0x400000000000, 0x40000000, 0x0, 0x200000000, 0x100045,
	0x0, 0x0, 0x0, 0x1, 0x0,
};

const uint16_t sp_html_reference_values[] = {
	8517, 62, 8921, 8811, 8465, 60, 8920, 8810, 924, 925, 10836, 928,
	10939, 8476, 10940, 926, 8766, 8289, 8776, 8518, 8519, 10906, 10905,
	8807, 8805, 8811, 8823, 62, 8291, 8520, 8712, 8290, 8806, 8804, 8822,
	8810, 60, 8723, 956, 8800, 8715, 957, 9416, 8744, 960, 177, 8826, 8478,
	8827, 8472, 8768, 958, 38, 1040, 57604, 10835, 1041, 57605, 8914, 8493,
	935, 8915, 1044, 8711, 57607, 168, 330, 208, 1069, 57608, 919, 1060,
	57609, 1043, 57610, 94, 8460, 1048, 8465, 8748, 1049, 57613, 1050,
	57614, 1051, 57615, 8624, 10501, 1052, 57616, 1053, 57617, 10988, 1054,
	57618, 1055, 57619, 934, 936, 57620, 174, 1056, 8476, 929, 8625, 1057,
	57622, 8912, 8721, 8913, 9, 932, 1058, 57623, 1059, 57624, 1042, 8897,
	57625, 57626, 57627, 1067, 57628, 1047, 8488, 61452, 8767, 1072, 57630,
	38, 8743, 8736, 10864, 8778, 42, 1073, 57631, 61441, 8869, 8745, 57632,
	967, 9675, 8746, 1076, 176, 57633, 168, 247, 729, 1101, 57634, 10902,
	8467, 10901, 331, 951, 240, 1092, 57635, 10892, 10886, 1075, 8923,
	8805, 10878, 57636, 8921, 10898, 10917, 10916, 8809, 10888, 57637,
	1080, 8660, 57638, 8747, 1081, 57639, 1082, 57640, 10891, 10885, 10923,
	1083, 8922, 8804, 10877, 57641, 10897, 8808, 10887, 9674, 8206, 8624,
	8614, 1084, 57642, 8487, 8739, 61482, 61469, 61481, 61467, 8777, 1085,
	57643, 61463, 8817, 8815, 8956, 8715, 61462, 8816, 8814, 172, 8832,
	8833, 35, 1086, 57644, 10689, 937, 10688, 10845, 10843, 8741, 1087,
	57645, 966, 982, 10931, 10927, 968, 57646, 1088, 174, 57647, 961, 8207,
	8625, 10932, 10928, 1089, 57648, 173, 8764, 10922, 47, 9633, 8834,
	8721, 8835, 964, 1090, 57649, 8868, 1091, 57650, 168, 1074, 8744,
	57651, 57652, 57653, 1099, 165, 57654, 1079, 57655, 8205, 57656, 57500,
	196, 10983, 914, 57657, 8492, 1063, 169, 266, 8450, 57502, 1026, 1029,
	1039, 8609, 57659, 57503, 278, 57660, 8496, 10867, 203, 57661, 8497,
	1027, 288, 57662, 57506, 8461, 8459, 1045, 1025, 304, 57664, 921, 8464,
	207, 57665, 57509, 1061, 1036, 57666, 57510, 1033, 10218, 8606, 57667,
	8466, 57668, 8499, 1034, 8469, 57513, 57670, 57514, 214, 8473, 57515,
	34, 8474, 57516, 10219, 8608, 8477, 8475, 1064, 57674, 8730, 57518,
	8902, 1062, 57675, 57519, 8607, 57676, 978, 57520, 220, 10987, 8214,
	57677, 57521, 57678, 57522, 57679, 57523, 1071, 1031, 1070, 57680,
	57524, 376, 1046, 379, 918, 8484, 57525, 10844, 10842, 10660, 57682,
	8779, 39, 57526, 228, 10989, 9141, 946, 8502, 8976, 57683, 9552, 9553,
	9472, 9474, 57527, 8765, 92, 8226, 8782, 61448, 267, 162, 1095, 10691,
	710, 8791, 8705, 8773, 57684, 169, 57528, 10959, 10960, 61449, 8659,
	10597, 8595, 8208, 8900, 1106, 57685, 57529, 1109, 10742, 9663, 1119,
	8785, 8790, 279, 8195, 8194, 57686, 8917, 949, 8495, 8770, 235, 8364,
	33, 9837, 402, 57687, 8916, 57531, 289, 8807, 61484, 1107, 10890,
	10888, 57688, 8458, 8819, 10919, 61465, 8660, 189, 8596, 8463, 57689,
	57533, 1077, 8887, 1105, 57690, 953, 57534, 8712, 239, 57691, 57535,
	1093, 1116, 57692, 57536, 8656, 10594, 10216, 8592, 10925, 123, 10550,
	8626, 8806, 61483, 1113, 10889, 10887, 57693, 10731, 40, 57537, 8818,
	91, 10918, 9667, 61464, 175, 9794, 10016, 10971, 8230, 57694, 57538,
	61468, 61466, 61447, 61491, 160, 10819, 10818, 8817, 61493, 8815, 8954,
	1114, 8229, 8816, 61492, 8740, 57695, 8742, 61498, 61499, 57539, 8769,
	8836, 8837, 8825, 8824, 61455, 61461, 61442, 61460, 61440, 8859, 8858,
	10808, 8857, 731, 8750, 10678, 57696, 10679, 170, 186, 10838, 8500,
	8856, 246, 182, 8706, 8869, 981, 43, 57697, 10935, 8826, 10933, 8719,
	8733, 57541, 10764, 57698, 57542, 34, 8658, 10596, 61451, 10217, 8594,
	125, 10551, 8627, 8476, 9645, 1009, 730, 57699, 41, 57543, 93, 9657,
	10936, 10934, 8901, 167, 59, 10038, 1096, 8771, 10910, 10909, 8739,
	10924, 10692, 57700, 8741, 9642, 57544, 9734, 10949, 8838, 8827, 9834,
	185, 178, 179, 10950, 8839, 9140, 8411, 8749, 10536, 57701, 10537,
	8796, 57545, 1094, 8657, 10595, 8593, 57702, 965, 57546, 9653, 252,
	8661, 10984, 8597, 124, 57703, 57547, 57704, 57548, 8898, 8899, 10236,
	8955, 57705, 57549, 8897, 1103, 1111, 57706, 57550, 1102, 255, 380,
	950, 1078, 57707, 57551, 8204, 198, 194, 913, 256, 260, 197, 728, 264,
	8759, 10799, 10980, 916, 202, 274, 280, 10869, 915, 284, 711, 292, 306,
	206, 298, 302, 1030, 308, 1028, 922, 338, 212, 332, 937, 8243, 10512,
	348, 931, 222, 8482, 1035, 920, 8764, 1038, 219, 362, 8899, 370, 8869,
	366, 8875, 8873, 372, 8896, 374, 226, 180, 230, 8501, 945, 257, 10815,
	8736, 8735, 197, 261, 229, 8776, 10769, 8780, 8222, 1014, 9251, 9618,
	9617, 9619, 9608, 9559, 9556, 9558, 9555, 9574, 9577, 9572, 9575, 9565,
	9562, 9564, 9561, 9580, 9571, 9568, 9579, 9570, 9567, 9557, 9554, 9488,
	9484, 9573, 9576, 9516, 9524, 9563, 9560, 9496, 9492, 9578, 9569, 9566,
	9532, 9508, 9500, 728, 8271, 8909, 10693, 10926, 8783, 8257, 711,
	10829, 265, 10828, 184, 10003, 9827, 58, 44, 8629, 10007, 10961, 10962,
	8943, 8926, 8927, 10821, 8910, 8911, 8753, 8867, 733, 8650, 948, 8643,
	8642, 9830, 8946, 8784, 8945, 9662, 8693, 10607, 10871, 234, 8786, 275,
	8709, 281, 10865, 1013, 8770, 8801, 8787, 10609, 8784, 8707, 64256,
	64257, 61443, 64258, 9649, 10969, 8260, 8994, 947, 285, 10921, 8503,
	8809, 8935, 96, 10894, 10896, 10874, 8919, 8621, 293, 8703, 238, 161,
	8749, 8489, 307, 299, 8465, 305, 437, 8734, 303, 10812, 8953, 8948,
	8712, 1110, 309, 567, 1108, 954, 8666, 10510, 10641, 171, 8676, 61497,
	10508, 10098, 10635, 8968, 8220, 10920, 8637, 8636, 9604, 8647, 9722,
	8808, 8934, 10220, 8701, 10214, 10629, 8646, 8651, 8895, 10893, 10895,
	8216, 10873, 8918, 8884, 9666, 8762, 8212, 181, 8722, 8888, 8711,
	61454, 329, 9838, 61456, 8775, 8211, 8663, 8599, 61458, 61453, 61463,
	8821, 8654, 8622, 10994, 8653, 8602, 61462, 8814, 8820, 8938, 8713,
	8716, 61446, 8832, 8655, 8603, 8939, 8772, 8740, 8742, 61500, 8840,
	8833, 61501, 8841, 8199, 61450, 8662, 8598, 244, 8861, 339, 10687,
	10677, 8634, 10686, 8254, 333, 969, 10681, 8853, 8635, 8500, 9021,
	11005, 9742, 8862, 10866, 163, 8828, 8242, 10937, 8830, 63, 8667,
	10511, 8730, 10642, 10661, 187, 8677, 10547, 8605, 8758, 10509, 10099,
	10636, 8969, 8221, 8477, 8641, 8640, 8644, 8652, 10990, 10221, 8702,
	10215, 10630, 8649, 8217, 8885, 9656, 8218, 8829, 349, 10938, 8831,
	8865, 10854, 8664, 8600, 8726, 9839, 963, 8771, 10912, 10911, 8774,
	8592, 8995, 61496, 8851, 8852, 8847, 8848, 8594, 9733, 175, 10955,
	8842, 10956, 8843, 8665, 8601, 223, 952, 8776, 254, 732, 215, 8482,
	10701, 1115, 8812, 1118, 251, 8645, 10606, 8639, 8638, 9600, 9720, 363,
	371, 8846, 978, 367, 9721, 8944, 9652, 8648, 10985, 8872, 982, 8866,
	8794, 8882, 61471, 61472, 8733, 8883, 373, 8743, 9711, 9661, 10234,
	10231, 10232, 10229, 10752, 10233, 10230, 9651, 375, 193, 258, 192,
	8788, 195, 8966, 8782, 262, 268, 199, 10868, 8751, 8781, 8225, 270,
	8412, 272, 201, 282, 200, 8707, 8704, 988, 286, 290, 1066, 294, 205,
	204, 296, 1032, 310, 313, 923, 317, 315, 319, 321, 323, 327, 325, 209,
	211, 336, 210, 216, 213, 10807, 340, 10518, 344, 342, 1065, 1068, 346,
	352, 350, 9633, 8912, 8913, 356, 354, 358, 218, 364, 368, 217, 360,
	10982, 8214, 8874, 221, 377, 381, 225, 259, 224, 10837, 8737, 8738,
	10863, 8776, 227, 8893, 8965, 8757, 8492, 8898, 8899, 8897, 10509,
	8869, 8904, 10697, 8245, 166, 8226, 8783, 263, 10820, 10827, 10823,
	10816, 269, 231, 8791, 10991, 8788, 64, 8728, 8750, 8720, 8471, 8630,
	10822, 10826, 8845, 8631, 164, 9005, 8224, 8504, 271, 10623, 247, 8903,
	8990, 8973, 36, 8991, 8972, 273, 233, 10862, 283, 8789, 232, 10904,
	10903, 8709, 8196, 8197, 10723, 8790, 61, 8799, 9792, 64259, 64260,
	8704, 189, 8531, 188, 8533, 8537, 8539, 8532, 8534, 190, 8535, 8540,
	8536, 8538, 8541, 8542, 501, 989, 287, 10880, 10900, 10645, 10616,
	8919, 8819, 8202, 8459, 1098, 9829, 8230, 8889, 8763, 8213, 8463, 295,
	8259, 8208, 237, 236, 10764, 10716, 8453, 305, 8890, 191, 8947, 297,
	1112, 1008, 311, 312, 10523, 314, 8466, 955, 10216, 10525, 8617, 8619,
	10553, 8610, 10521, 123, 91, 318, 316, 8222, 10879, 10899, 10620, 8970,
	10602, 10603, 320, 9136, 10797, 8727, 95, 10643, 10605, 8249, 8218,
	322, 8907, 8905, 10614, 10646, 8614, 9646, 10793, 42, 10992, 183, 8863,
	8760, 8723, 8871, 8766, 8879, 8878, 324, 61457, 328, 326, 10532, 8802,
	10536, 8708, 8940, 61486, 61504, 8928, 61487, 61445, 8941, 8929, 8772,
	241, 8470, 8877, 10500, 8876, 10498, 10499, 10531, 10535, 243, 337,
	10684, 242, 8854, 8886, 248, 245, 8855, 10995, 37, 46, 8240, 8499,
	8463, 8463, 8724, 10789, 177, 10927, 8473, 8936, 8733, 8880, 8200,
	8279, 10524, 341, 10217, 10613, 10526, 8618, 8620, 10565, 8611, 10522,
	125, 93, 345, 343, 8221, 10621, 8971, 10604, 9137, 10798, 10644, 8250,
	8217, 8908, 8906, 347, 353, 351, 8937, 10533, 10537, 8994, 1097, 962,
	962, 10858, 10803, 1100, 9023, 9824, 61477, 61478, 8849, 8850, 9633,
	9642, 8726, 8995, 8902, 10941, 8834, 10951, 10965, 10963, 10928, 10942,
	8835, 10952, 10964, 10966, 10534, 10538, 8982, 357, 355, 8981, 8756,
	977, 8201, 8764, 8864, 10800, 9014, 10993, 8244, 9708, 359, 250, 365,
	369, 10622, 249, 8988, 8975, 8989, 8974, 361, 10652, 981, 1009, 8891,
	8942, 124, 61502, 61473, 61503, 61474, 10847, 8793, 8472, 8768, 10753,
	10754, 10758, 10756, 8896, 253, 378, 382, 8488, 8757, 8493, 8752, 184,
	8900, 8868, 8712, 917, 8658, 8867, 10, 8288, 8814, 927, 8254, 8719,
	8593, 8657, 933, 8501, 8894, 9084, 8781, 8765, 8757, 10672, 8812, 9711,
	10752, 9733, 61459, 8862, 10832, 10674, 10690, 8788, 10861, 10552,
	10549, 10557, 10556, 10511, 8225, 10871, 10673, 8900, 989, 8724, 10662,
	949, 8789, 10872, 10882, 10876, 8823, 10568, 10812, 8949, 10527, 10611,
	10639, 10637, 10599, 10881, 8918, 8822, 8818, 10804, 9674, 10875,
	10598, 10016, 10794, 8777, 9838, 8599, 8708, 8713, 8951, 8950, 8716,
	8958, 8957, 10772, 61498, 8930, 8931, 61471, 61499, 61472, 10718,
	61479, 61480, 8598, 10683, 959, 8500, 10839, 8241, 8462, 10786, 10790,
	10791, 8830, 10774, 8799, 10528, 10612, 10638, 10640, 10601, 8475,
	10805, 10600, 8600, 10788, 10610, 10947, 10945, 10943, 10617, 8831,
	10968, 10948, 10185, 10967, 10619, 10946, 10944, 8601, 10970, 10809,
	10811, 8593, 965, 10663, 10650, 8669, 10513, 8784, 8747, 10913, 8800,
	8769, 8706, 8826, 8866, 8827, 8715, 8835, 10569, 95, 10840, 10664,
	10665, 10666, 10667, 10668, 10669, 10670, 10671, 10653, 8778, 8755,
	8780, 8965, 9142, 10753, 10758, 10756, 8896, 8863, 8864, 10184, 10825,
	174, 9416, 10768, 9827, 10824, 8910, 8754, 8785, 8760, 10512, 10239,
	9191, 8709, 10725, 10765, 10878, 10884, 10890, 10533, 10534, 8464,
	8465, 10717, 8484, 8890, 10775, 10676, 10571, 10877, 10883, 8990,
	10889, 8991, 10570, 8613, 8888, 8469, 61490, 61485, 10806, 8741, 10787,
	10773, 10933, 8936, 9006, 8978, 8979, 10675, 8476, 10770, 10702, 10771,
	8726, 8739, 10724, 8847, 8848, 8838, 10934, 8937, 8839, 977, 8764,
	10801, 9653, 10810, 9186, 8988, 8989, 1008, 962, 977, 8726, 183, 8857,
	8801, 8720, 168, 8595, 785, 8659, 8783, 8592, 8970, 8656, 8818, 8499,
	8723, 8813, 8708, 61471, 9182, 177, 8756, 8201, 8411, 8846, 8245, 8909,
	10754, 183, 10003, 8450, 8865, 8595, 10886, 8923, 61465, 9829, 8592,
	8922, 61464, 61493, 61492, 8742, 8740, 8840, 8841, 8916, 8474, 9824,
	10949, 8842, 10950, 8843, 8756, 8796, 8733, 8492, 8853, 8770, 8497,
	8520, 8466, 8636, 8666, 8713, 8815, 8759, 8594, 8971, 8658, 61444,
	8771, 8776, 9183, 10514, 8613, 8859, 8705, 8911, 10902, 10892, 10885,
	10891, 9136, 10236, 8615, 8612, 8653, 8602, 61500, 61501, 10935, 8594,
	9137, 8849, 8850, 10955, 10936, 10956, 8648, 1013, 8709, 8854, 8855,
	8652, 8823, 8968, 8822, 8287, 61466, 8832, 8833, 61472, 9140, 8640,
	8667, 10740, 8728, 8852, 8838, 8597, 8661, 8739, 1014, 9642, 8858,
	8861, 8926, 8927, 9830, 10901, 8496, 8655, 8603, 8828, 10937, 8461,
	981, 8829, 10938, 8776, 8597, 10515, 8615, 8519, 8805, 8819, 8459,
	8782, 8898, 8676, 8612, 8882, 8639, 8802, 61457, 8816, 8820, 8733,
	8969, 10608, 8593, 8847, 9141, 124, 10731, 8519, 8787, 9663, 9667,
	61473, 61474, 8289, 8518, 10980, 8657, 10586, 10578, 8806, 10229,
	10232, 61453, 8772, 8777, 8460, 10927, 8830, 8677, 8614, 8883, 8638,
	10928, 8831, 8839, 10606, 8768, 8202, 9651, 9652, 8903, 8786, 8617,
	8610, 8636, 10229, 8619, 8737, 8938, 8741, 8726, 9657, 8639, 61502,
	61503, 729, 8872, 8637, 10914, 9472, 8291, 8290, 8643, 8596, 8660,
	10877, 10230, 10233, 8601, 8810, 8825, 8824, 8840, 8740, 8216, 8715,
	10587, 10579, 8595, 8592, 8848, 8773, 8598, 8203, 8630, 8966, 8650,
	8618, 8647, 8596, 8907, 10230, 8620, 8742, 8939, 8611, 8640, 8884,
	8638, 8217, 8750, 8659, 8656, 8641, 10574, 10703, 10592, 10584, 8600,
	8817, 8821, 61456, 8938, 61475, 9180, 8642, 8594, 8599, 9661, 8634,
	8631, 8643, 8637, 8646, 8654, 8622, 8940, 8644, 8605, 8908, 1013, 8885,
	8882, 180, 96, 732, 8658, 8693, 9723, 8923, 8807, 10216, 10577, 8922,
	160, 61498, 8939, 61499, 61470, 8841, 10704, 10588, 10580, 9181, 8645,
	8635, 8642, 8941, 8641, 8649, 8606, 8883, 8661, 8741, 10590, 10582,
	9724, 10878, 10214, 10593, 10585, 8884, 8203, 61468, 61492, 61494,
	8716, 61476, 8775, 10217, 10575, 8849, 10072, 9662, 9666, 8651, 8652,
	8608, 10591, 10583, 10231, 10234, 8203, 61488, 8828, 8651, 10215,
	10589, 10581, 8885, 8851, 8829, 9656, 10231, 10232, 10576, 8646, 8203,
	61463, 61489, 8644, 8850, 8621, 8517, 8660, 10233, 9643, 8811, 8742,
	61493, 8940, 8930, 8220, 10607, 8221, 8751, 9642, 8203, 8928, 8941,
	8929, 733, 8931, 61495, 8754, 10234, 8755,
};

const uint16_t sp_html_reference_pairs[][2] = {
	{ 60, 8402 }, { 61, 8421 }, { 62, 8402 }, { 102, 106 }, { 8287, 8202 },
	{ 8605, 824 }, { 8706, 824 }, { 8736, 8402 }, { 8745, 65024 },
	{ 8746, 65024 }, { 8764, 8402 }, { 8765, 817 }, { 8766, 819 },
	{ 8770, 824 }, { 8779, 824 }, { 8781, 8402 }, { 8782, 824 },
	{ 8783, 824 }, { 8784, 824 }, { 8801, 8421 }, { 8804, 8402 },
	{ 8805, 8402 }, { 8806, 824 }, { 8807, 824 }, { 8808, 65024 },
	{ 8809, 65024 }, { 8810, 824 }, { 8810, 8402 }, { 8811, 824 },
	{ 8811, 8402 }, { 8831, 824 }, { 8834, 8402 }, { 8835, 8402 },
	{ 8842, 65024 }, { 8843, 65024 }, { 8847, 824 }, { 8848, 824 },
	{ 8851, 65024 }, { 8852, 65024 }, { 8884, 8402 }, { 8885, 8402 },
	{ 8920, 824 }, { 8921, 824 }, { 8922, 65024 }, { 8923, 65024 },
	{ 8949, 824 }, { 8953, 824 }, { 10547, 824 }, { 10703, 824 },
	{ 10704, 824 }, { 10861, 824 }, { 10864, 824 }, { 10877, 824 },
	{ 10878, 824 }, { 10913, 824 }, { 10914, 824 }, { 10924, 65024 },
	{ 10925, 65024 }, { 10927, 824 }, { 10928, 824 }, { 10949, 824 },
	{ 10950, 824 }, { 10955, 65024 }, { 10956, 65024 }, { 11005, 8421 },
};
