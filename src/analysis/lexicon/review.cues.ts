import { type PhraseList } from '../text/phrase.book.js';

/** Word classes the review cues share. */
export const REVIEW_CLASSES: Record<string, string> = {
  act: `work* load* open* sync* connect* save* send* show* display* play* allow* let lets respond* recogni* start* launch* install* download* upload*
    log sign find see get pair* record* track* count* support* refresh* receiv* detect* access* use register* export* import* print* scroll* delete*
    turn function* updat* accept* read recognise reply answer match add edit change view transfer* measur* appear* stay complete* enter delete backup`,
  blame: `slow slower clunky buggy confusing complicated complex difficult hard expensive pricey pricy costly steep limited limiting lengthy tedious cumbersome
    outdated dated overwhelming messy rigid tricky basic heavy long much challenging high cluttered small annoying laggy unreliable`,
  good: 'nice great good better awesome helpful useful cool perfect ideal amazing lovely appreciated handy fantastic beneficial easier wonderful preferable interesting convenient neat',
  be: 'is are was were be been being',
};

export const PROBLEM_CUES: PhraseList = {
  name: 'problem',
  phrases: `
    not ~1 @act; not able to; unable to; can/could/will/would not; fail/fails/failed/failing to; refuse* to; impossible to
    stop/stops/stopped/stopping/quit/quits/ceased @act; no longer; not ~1 anymore; does/do/did not do
    keep/keeps/kept [on] crash*/freez*/sign*/log*/ask*/say*/tell*/show*/stop*/los*/disconnect*/shut*/clos*/kick*/restart*/reset*/drop*/fail*/pop*/load*/giv*/turn*/try*/send*
    kick*/log*/sign*/lock* me/us/you/users out; force/forced/forces clos*; shut/shuts down/off; black/white/blank/grey screen; error message*/code*
    fix it/this/that/the/your/these/asap/please; please fix; need/needs [to] [be] fix*/work/improv*/updat*/overhaul
    issue/issues/problem/problems/trouble/struggl*/difficult* with/when/in/to/getting/using/finding
    hard/harder/difficult/tough/tricky/painful to; take/takes/took/taking ~1 forever/ages/long/longer/hours/days/weeks/minutes/while/months
    waste of time/money/space; drain* [my/the/your] batter*; lost/lose/loses all/my/everything/data/the; all my ~1 is/are/was/were gone/lost/deleted
    too @blame/many/few/often/big/slow/fast/easy/basic/busy; way/far/so/very/really/quite/bit/little/rather/somewhat/extremely/super/pretty @blame; feel/feels/felt ~1 @blame
    a bit/little/lot of a; since/after ~2 update/upgrade/version/release; used to ~1 be/work/love/like/have
    could be/use/have ~1 better/improved/more/easier/faster/simpler/clearer/cheaper/some/work; leave/leaves a lot/much/something to be desired
    price*/cost*/pricing/fee/fees ~2 high*/steep/expensive/much/costly/prohibitive/crazy/ridiculous/increas*; price/prices/cost/costs went/going/goes up
    more/longer/less/higher/fewer/slower/harder than ~1 expected/needed/anticipated/necessary/should/others/other
    not enough/worth/clear/easy/intuitive/reliable/accurate/great/good/ideal/useful/helpful/user/happy/possible/compatible/supported/available
    not a/very/so/really/always/particularly/as/all ~1 @blame/easy/clear/good/intuitive/friendly/useful/great/reliable/accurate/helpful/fast/smooth
    lack of; lacks; lacking; insufficient; wish ~1 there/we/i/it/they/you/that/could; would prefer; prefer if/that; room for improvement; learning curve
    only available/in/with/on [the] paid/premium/higher/enterprise/pro/certain; have/has/had to ~1 manually/pay/upgrade/reload/restart/contact/reinstall/re*/keep/constantly/go
    every time; over and over; again and again; time consuming; no way/option/ability/support/response/reply/help/possibility/indication/explanation/search/export/integration/api/refund/sound
    there is/are no; the only thing/downside/issue/problem/drawback/complaint/negative; my only/main/biggest issue/problem/complaint/gripe/concern/dislike
    what i do not like; i do not like; do not like/love/understand/want/need; downside; drawback; complaint; gripe; however; except; unfortunately; instead of
    turn/turned/turns off; full/loaded/filled of/with; never ~1 answer*/respond*/reply/replies/work*/load*/help*; every/ad/ads video/ads/pop; play/plays/show/shows before; goes/went/going down; per user/seat; ripped off; rip off; does nothing; nothing happens; not what; out of date; miss/misses/missing; what happened; why is/does/did/can/do`,
};

export const REQUEST_CUES: PhraseList = {
  name: 'request',
  phrases: `
    please ~1 add/include/make/give/allow/bring/provide/consider/enable/implement/support/let/create/improve/introduce/integrate/put/change/release/develop/return/offer/update
    i/we/really/just/only wish; wish ~1 there/it/you/they/i/we/the/that; would [have] be/been/also/make ~1 @good; i/we ~1 would ~1 like/love/prefer/appreciate/want [to/it/if/a/an/more/the/some/for/you/that]; would ~1 love/like to see
    could/can you/we [please] add/make/have/get/include/implement/provide/allow/consider; should ~1 be/have/allow/add/include/let/support/offer/provide/also
    need/needs to ~1 have/add/allow/include/support; it/app/you/they need/needs a/an/more/some/better; only/just thing missing/lacking; if only; if [you/it/they/there] could/had/would/added/add/was/were
    hope/hoping ~2 add/see/update/get/bring/soon/fix; i hope ~1 that/you/they/it/this; add a/an/the/more/some/support/option/ability/feature/dark/this/back/in; to add
    suggestion*; suggest ~1 that/to/you/adding; feature request*; possible/possibility to; not able to; bring ~1 back; how about; why not; why can/is/do not/there; there is/are no; is there a/any; no option/way/ability
    missing [is] a/an/the/feature/option; lack/lacks/lacking; more option*/feature*/custom*/control/flexib*/integration*/variety/choice*; better if; even better if/with; improvement/improvements
    in [a/the] future; next update/version/release; allow users/me/user; let us/me/users; give us/users the/an option/ability; it/there should/could; 5/five stars if/when; could be ~1 better/more/easier; could use; would benefit
    will be ~1 @good; must have; can be ~1 improved/better; give option/options/an/the/more; expecting more; change [it] to; need/needs option/options; make it possible; one suggestion; instead please; it lacks`,
};

/** Phrases that take a complaint back before it is made: nothing to dislike, no problems at all, all fixed. */
export const CLEAN_CUES: PhraseList = {
  name: 'clean',
  phrases: `
    no ~1 issue/issues/problem/problems/complaint/complaints/bug/bugs/glitch*/crash*/error/errors/trouble/troubles/hassle/dislike/dislikes/downside*/con/cons/negative/negatives/drawback*/concern/concerns/fault/faults/regrets
    never ~1 had/fail*/let/crash*/any/problem/issue/disappoint*/experienced; without ~1 issue*/problem*/hassle/trouble/glitch*/fail/hitch
    not [really] had/have/found/find/encountered/experienced/seen/see/come ~1 any/a/anything/much/one/issues/problems; not run into; not ~1 anything to
    nothing to/i/really/so/comes/much/negative/bad/major/specific/yet/wrong/at/in/as/for/of/else/but/stands/that; not [really] much/anything/lot/thing [to/i/that]; can/could not ~1 think/find/say/name/pinpoint/complain/fault/mention/recall; hard/difficult to find/say/name/think/come ~1 fault/anything/what/something/negative/up
    there is/are not ~1 anything/much/any/lot; there is/are nothing/none; love everything; everything [is/was/works] ~1 great/good/perfect/fine/smooth/amazing; none; n a
    issue/issues/problem/problems/bug/bugs is/are/was/were/has/have ~1 fixed/solved/resolved; fixed [it/the/my/all/now]; solved/resolved my/the/all/this/every/our; thanks/thank you for fixing/fix
    does/do everything; completely/very/fully/totally satisfied/happy; not to like/love; so far so good; only positive; no longer have/having problem*/issue*
    previously; before using/we/this/i; takes/take/took/taking the ~1 out; solve/solves/solved/solving; makes/made/making ~3 breeze/easy/easier/simple/simpler/faster; no longer have/need to; would/could not have; not ~2 otherwise; eliminat*; get rid of; heavy lifting`,
};

export const CONTRAST_CUES: PhraseList = {
  name: 'contrast',
  phrases: `but; however; although; though; except; unfortunately; only; yet; while; despite; still; sadly; instead; even though; other than; aside/apart from; besides; would be; if i had to`,
};

/** Blame, wishes and praise in French first, then German, Spanish, Portuguese and Italian. */
export const FOREIGN_CUES: PhraseList[] = [
  {
    name: 'foreign-problem',
    phrases: `
      ne ~1 fonctionne*/marche*/synchronis*/connect*/ouvre*/charge*/reconnaît/compte/veut/peut/permet/répond/démarre/trouve/arrive/affiche/enregistre/reçois/sert
      ne ~2 plus/pas/jamais/rien; fonctionne/marche/marchent ~1 plus/pas/mal; plus/pas moyen; impossible; problème*/probleme*; bug*/bogue*; plante/plantage*/plantent; bloque*/bloqué*
      erreur*; lent/lente/lenteur*; décev*/déçu*/deçu/decu; nul/nulle; dommage; arnaque; inutile/inutilisable; désinstall*; depuis ~2 mise/maj/màj/mise; perdu*/perd; déconnect*/deconnect*
      compliqu*; cher/chère/chere; pénible; obligé*; mauvais*; catastroph*; insupportable; aucun/aucune; galère; honteux; à fuir; manque de; trop de; fait rien; sans cesse; toujours pas
      funktioniert ~1 nicht/nur/mehr; geht nicht; nicht mehr/möglich/kompatibel; fehler*; absturz/abstürz*/stürzt; langsam; problem/probleme; leider; schlecht*; schrott; nervt; teuer; unbrauchbar; keine ~1 verbindung
      no ~1 funciona*/sirve/sincroniza/conecta/carga/abre/puedo/deja/permite/puede; fallo*/falla*; error*; lento/lenta; malísim*/pésim*; horrible; se cierra/cuelga; caro/cara
      não ~1 funciona/sincroniza/conecta/abre/carrega/consigo/serve/dá; travando/trava; erro/erros; ruim; péssim*; horrível
      non ~1 funziona/apre/connette/sincronizza/riesco/va; errore; lenta; pessim*; inutile; costos*`,
  },
  {
    name: 'foreign-request',
    phrases: `
      il/elle manque/faudrait/serait; serait ~1 bien/bon/top/cool/génial/super/parfait/intéressant/sympa/utile/mieux; manque*; ajout*; pouvoir; souhait*; je aimerais; aimer*; amélior*; dommage que/de
      à quand; option*; possibilité; prévoir; svp; s il vous plaît; se il vous plaît; merci de; pourriez/pouvez vous; pourquoi pas/ne; faudrait; devrait; j aurais; il y a pas
      wäre ~1 schön/gut/super/toll/besser; wünsch*; bitte; fehlt/fehlen; könnte; sollte; estaría/sería ~1 bien/bueno/genial/mejor; falta/faltan; debería*; por favor; me gustaría; ojalá; agreg*; añad*
      seria ~1 bom/ótimo/legal/melhor; gostaria; poderia; adicion*; sarebbe ~1 bello/utile/meglio; vorrei; manca; dovrebbe; aggiung*`,
  },
  {
    name: 'foreign-praise',
    phrases: `
      super; excellent*; parfait*; génial*; très bien/bon/bonne/pratique/utile/content/satisfait/complet; bien; bonne; pratique; utile; je adore; top; merci; bravo; simple; facile; complet*; ravi*; satisfait*; rien à dire
      gut; toll; perfekt; klasse; einfach; prima; muy buen*/bien/útil; excelente; perfecto/perfecta/perfeito; buen*; genial; me encanta; muito bom/boa; ótim*; adoro; ottim*; perfett*; bell*; fantastic*`,
  },
];
