/** What people say when they complain about a category. `sure` cues count two, `hint` cues a little. English first. */
export interface CategoryCues {
  id: string;
  sure: string;
  hint: string;
}

export const TAXONOMY_CLASSES: Record<string, string> = {
  feature:
    'feature features functionality functionalities function functions option options capability capabilities tool tools setting settings control controls',
  thing:
    'data file files photo photos picture pictures note notes work history message messages document documents everything folder folders record records contact contacts information progress recordings playlists steps',
  hard: 'hard harder difficult tough tricky impossible confusing painful',
};

export const CATEGORY_CUES: readonly CategoryCues[] = [
  {
    id: 'pricing',
    sure: `price/prices/priced/pricing/pricey/pricy/pricier; expensive/costly/overpriced/costlier; over priced; cost prohibitive; cost/costs ~2 high/higher/more/much/extra/too/lot/fortune/money; high/higher/total/extra/additional/monthly/annual/hidden cost/costs
      the/of/its/it cost/costs; too/so much money; much for what; paywall*; pay wall; cheap/cheaper; afford*; unaffordable; subscription model/price/fee/cost/only/based/plan/plans; only/need/requires a ~1 subscription; per user/seat/month/year/agent/license/licence/contact
      higher/premium/paid/expensive/lower/basic/enterprise/starter tier/tiers/plan/plans/package/packages/version/account/accounts; pricing tier*; plan tier*; free version/plan/tier/users/space/storage/account; premium; out of ~1 storage; storage limit/plan/space
      upgrade to [a/the] pro/premium/paid/plus/higher; one time fee/payment/purchase; not worth; worth the/it/paying/my; rip off; ripoff; pay for/to/more/extra/$/every/monthly; pay/paying ~2 month/year/annually; $; €; £; bucks/dollars; license/licence/licensing fee*/cost*/model*; licensing
      budget/budgets; money; a/the/no/monthly/yearly/annual/paid/year/hate/forced/require*/their/your/per/expensive/pro subscription; subscription is/for/to/based/model/only/fee/fees/price/prices/cost/costs/service; subscriptions are; hate subscriptions; money grab; cash grab; greedy; add on/ons; add ons; a la carte; not/no longer free; roi; value for [the/your/my] money; return on investment; trop cher; cher/chère; prix; payant*; abonnement; teuer; preis; caro; precio; preço; suscripción; assinatura; price/prices hike/increase*`,
    hint: 'paid; pay; paying; fee/fees; money; subscription; cost/costs; free; value; discount*; contract',
  },
  {
    id: 'billing',
    sure: `overcharg*; charged/charging/charges ~2 me/us/my/card/twice/again/double/for/without; double/auto/over charg*; refund*; invoic*; billing; billed; auto/automatic/automatically renew*; autorenew*; renewal/renewals; renewed without
      cancel* ~2 subscription/account/trial/payment/membership/plan/order/service/renewal/it/contract; can/to/could/not/hard/difficult/impossible ~2 cancel; cancellation; took/taking/stole/stealing/takes/take ~1 money; credit/debit card*; payment method/failed/issue/problem/declined/details
      money back; receipt/receipts; free trial; locked in*; long/annual/yearly contract/contracts; chargeback; sales tax; remboursement; remboursé; résili*; prélev*; kündig*; reembols*; cobr*; scammed; keeps charging; unauthori* charge*/payment*`,
    hint: 'cancel*; payment/payments; scam; trial; purchase*; bought; subscription; contract',
  },
  {
    id: 'bugs',
    sure: `bug/bugs/buggy/bugged; glitch*; crash*; freez*; froze/frozen; error/errors; broken; breaks/break; stop/stops/stopped work*/record*/track*/count*/respond*/load*
      not ~1 work/works/working/load/loads/loading/open/opens/opening/play/plays/playing/start/starts/launch*/respond*/save*/function*/download*/upload*/send*/show/shows/showing/display*/register*/record*/install*/turn*/run/running/let/lets
      can/could/will/would not ~1 open/load/play/save/download/upload/install/send/start/launch/access/view/watch/see/change/edit/enable/delete/print/use/get/find/read; unable to ~1 open/load/play/save/download/upload/install/send/start/view/watch/see/edit/delete/print/use; fail/fails/failed/failing/failure [to]
      nothing works; no longer work*; never work*; keep/keeps clos*/stop*/shut*/fail*/restart*/drop*/kick*/crash*/freez*/buffering; force clos*; close/closes/closing itself/by/unexpectedly; shut/shuts down/off; black/white/blank/blue/grey/gray screen; malfunction*
      unstable; unreliable; reliability; stability; outage/outages; downtime; server/servers ~1 down/error*/issue*/problem*; technical/tech issue*/hiccup*/problem*/difficult*/glitch*; hiccup*; fix it/this/that/the/your/these/asap/please; please fix; needs fixing; half the time; no sound; no audio; sound not; something ~1 go/went/goes/gone/going wrong; try again later; tap to
      ne ~1 fonctionne*/marche*/ouvre/répond/lance/charge; fonctionne ~1 plus/pas; marche plus/pas; plante*; plantage*; bogue*; erreur*; absturz; stürzt; funktioniert nicht; no funciona/abre/carga/sirve; não funciona/abre; se cierra; trava/travando; bloqu*`,
    hint: 'issue/issues; problem/problems; fix/fixed/fixes; fail*; randomly; useless; stuck; weird; strange; disappear*; problème*',
  },
  {
    id: 'performance',
    sure: `slow/slows/slower/slowly/slowness/slowed/slowing/slowest; sluggish*; lag/lags/laggy/lagging; load/loading time/times; take/takes/took/taking ~1 forever/ages/long/longer/minutes/hours/while/seconds to load/open/start/sync/respond/save/process/run/refresh/upload/download/render/update/load
      forever/ages to load/open/start/sync/respond/save/process; keeps/always/constantly load*/buffer*; buffer*; performance; speed; battery/batteries; overheat*; gets hot; use/uses/using/hog/hogs/eat/eats/consum*/take/takes ~2 memory/ram/cpu/storage/space/resources/battery/data
      memory leak/hog/usage; ram; cpu; bloat*; time/times/timed out; timeout*; unresponsive; not responsive; spinning; hangs/hang/hanging; latency; resource hungry/hog/intensive; scal*; large amount*/datasets/files; takes up; lent/lente/lenteur; rame; langsam; akku; lento/lenta; demora; batterie; bateria/batería`,
    hint: 'fast/faster; quick/quicker; load/loads/loading; response time; resources; heavy; storage; hot',
  },
  {
    id: 'usability',
    sure: `interface/interfaces; ui; ux; gui; user friendl*; friendlier; unfriendly; intuitive*; unintuitive; counterintuitive; clunky; clutter*; clumsy; cumbersome; awkward; confus*; complicated; complex/complexity; convoluted; overwhelm*; navigat*; layout/layouts; design/designed/designs
      ugly; eye sore; font/fonts is/are/size/too; text size; tiny; too small/big/bright/dark; too many ~1 clicks/steps/buttons/menus/options/screens/pages/tabs; many clicks; @hard to ~1 find/use/read/see/navigate/understand/figure/tell/follow/locate/manage/determine/access/reach
      not ~1 easy/clear/obvious/straightforward/intuitive/friendly; difficult to/for; outdated; old fashioned; dated; look and feel; tedious; time consuming; lengthy; menu/menus; button/buttons; click/clicks/clicking; usability; workflow; user experience; pain to; pain in; scroll*
      easier/easy/simpler way/for/to/if/navigation; process is/was ~1 long/lengthy/tedious/hard/difficult/complicated/complex; long/lengthy/tedious form/forms/process/steps; form/forms/survey is/are/was; find what; looking for; white space; screen real; ergonomi*; compliqué*; peu pratique/intuitif/clair
      interfaz; complicad*; kompliziert; unübersichtlich; bedienung; oberfläche; hard to use; accidentally; learn where; too busy; manual process; manually; streamlin*; more/extra steps; inconvenient; pas pratique/clair; search/filter/sort is/results`,
    hint: 'hard; difficult; easy; easier; simple; simpler; find; page/pages; view; annoying; display; look/looks; step; process; screen; structure; search; organi*; autoplay; scrolling',
  },
  {
    id: 'features',
    sure: `missing/lack/lacks/lacking/need/needs/more/add/include/additional/basic/advanced/new/useful/limited/removed/fewer/some/other/requested ~1 @feature; @feature ~2 missing/lacking/removed/gone/limited/needed; feature request*; please ~1 add/include/make/bring/provide/implement/introduce
      wish ~1 it/there/they/we/i/you/that; would be/have ~1 nice/great/good/better/awesome/helpful/useful/cool/handy/interesting; would ~1 like/love to ~1 see/have/be; would ~1 like/love a/an/more/if/it; should ~1 have/be/allow/include/add/offer/provide/support
      no option/way/ability/possibility/feature/support/function to/for/of; there is/are ~1 no; not ~1 have/offer/include/provide/allow/support; not ~1 available/included/supported/possible; can not ~1 add/create/choose/select/filter/sort/search/rename/copy/set/schedule/mark
      lack/lacks/lacking; bring ~1 back; ability/option to; need/needs/want/wants a/an/more; why is there no; not having; suggest*; missing; manque*; ajout*; serait ~1 bien/bon/top/cool; dommage; fehlt/fehlen; falta/faltan; agreg*; añad*; adicion*; unable to ~1 add/create/choose/select/filter/sort/search; we/i wish`,
    hint: 'feature/features; option/options; add; function; wish; could; support for; aimer*; pouvoir; possib*; improve*',
  },
  {
    id: 'customization',
    sure: `custom/customi*; configur*; flexib*; inflexible; rigid; template/templates; theme/themes; font/fonts; color/colors/colour/colours; personali*; tailor*; adjust*; resiz*; settings/setting; limit/limited/limiting/limits/limitation/limitations ~2 option*/custom*/to/number/of/field*/character*
      limitation/limitations; restrict*; watch face/faces; wallpaper*; personnalis*; paramètr*/parametr*; anpass*; einstellung*; field/fields; category/categories/categorization; branding; branded; white label*; own logo/brand; granular*; granularity; dark mode; mode sombre; rearrange; reorder; cadran*; turn ~2 off; disable`,
    hint: 'limited; limiting; limit; change; control; choose; own; layout; widget; default; set',
  },
  {
    id: 'integrations',
    sure: `integrat*; api/apis; webhook*; zapier; salesforce; hubspot; slack; quickbooks; xero; marketo; outlook; excel; google sheets/fit/calendar/drive/docs/analytics; office 365; teams integration; strava; myfitnesspal; my fitness pal; apple health; health kit/connect; sharepoint; connector/connectors
      plugin*; plug in/ins; third party/parties; 3rd party; export*; import/imports/importing/imported; csv; xml; json; spreadsheet*; embed*; other apps/systems/platforms/software/tools/programs/systems; work/works/working with other/third; crm/crms; erp; jira; shopify; wordpress; zendesk; stripe; power bi; tableau
      link*/connect* ~2 other/google/third/linkedin/our/apps; intégration; schnittstelle; exportar; importar; exporter; importer; pdf; ecosystem`,
    hint: 'calendar; email client; sheets; format/formats; connect to/with; linkedin; facebook; seamless*; native*',
  },
  {
    id: 'devices',
    sure: `android; iphone*; ipad*; ios; ipod; tablet/tablets; mac/macbook/macos; windows; linux; chromebook; chrome; safari; firefox; browser/browsers; desktop app/version/client; mobile app/version/device/devices/phone/site/view/experience; phone app; on/for mobile; apple watch; galaxy; pixel; xiaomi; oneplus; nokia; motorola; nexus; kindle; xbox; roku; chromecast; smart tv
      phone model; on/with/for/to my/an/a/the/old/older/new/other ~1 phone/device/tablet/phones/devices; other devices; compatib*; incompatib*; supported device*; not support* ~2 phone/device/watch/model; older phone/phones/device/devices/version/android; operating system; screen size; landscape; offline; appareil/appareils; téléphone; gerät; handy; celular; teléfono; móvil; sd card; samsung; huawei p*`,
    hint: 'phone; device/devices; desktop; web version; app version; watch; sony; lg; mobile; montre; huawei; tv',
  },
  {
    id: 'sync',
    sure: `sync*; synch*; connect/connects/connected/connecting/connection/connections/connectivity; disconnect*; reconnect*; pair/pairs/paired/pairing; bluetooth; blue tooth; wifi; wi fi; network error/issue/problem/connection; lost connection; upload* ~2 fail*/stuck/slow; couple/coupler/couplage; appair*; jumel*; synchron*
      connexion; connecter; connecte; verbindung; verbinde*; koppel*; conex*; conect*; sincroni*; emparej*; déconnect*; deconnect*; transfert/transfér*; not ~1 update/updating/refresh*; internet connection; no internet`,
    hint: 'link; linked; linking; server; upload; cloud; transfer; internet; refresh',
  },
  {
    id: 'data',
    sure: `accurate*; accuracy; inaccura*; incorrect*; wrongly; wrong data/time/number/numbers/information/info/location/date/distance/count/results/total/amount/name/address/weight/heart/steps/reading/readings/calories; is/are/was/were wrong; show*/display*/count*/report*/record*/calculat*/track* ~2 wrong/incorrect*/differently/exact/properly; all ~1 gone; lost/lose/loses/losing/delete/deleted/deletes/erased/wiped/disappear*/vanish*/gone/missing ~2 @thing
      @thing ~2 lost/gone/deleted/disappear*/missing/vanish*/erased/wiped/corrupt*; data loss/quality/is/was/not/discrepanc*; intent data; lead quality; quality/qualified/number/volume/quantity [of] [the] leads/lead; leads; outdated data/information/info/contacts; duplicat*; recover*; backup/backups; back up; restore; corrupt*
      not ~1 count/track/record/measure/save/counting/tracking/recording/match*; skewed; mismatch*; inconsistent; discrepanc*; real time; more information/info/context/detail/details; perdu/perdue/perdus/pertes; perte de; données; daten; datos; dados; inexact*; faux/fausse*; falsch*; ungenau; précis*; imprécis*; up to date; stale; validity; fake review*; bots; step count*; low volume`,
    hint: 'data; lost; deleted; wrong; tracking; calculat*; information; steps; pas; distance; count; gps; quality; traffic',
  },
  {
    id: 'reporting',
    sure: `report/reports/reporting; dashboard*; analytics; analysis; metric/metrics; statistic*; stats; chart/charts; graph/graphs; insight/insights; kpi*; visibility; visuali*; monthly/yearly/weekly stats/view/summary; track/tracking performance/roi/results/progress; audit log/trail; forecast*; attribution; statistiques; rapport/rapports; graphique*; auswertung*; bericht*; informes; relatório*; estadístic*; benchmark*; scoring; historical data; data visuali*; grid/grids; ranking/rankings`,
    hint: 'data; score/scores; history; overview; measure; views; track',
  },
  {
    id: 'support',
    sure: `customer/tech/technical/product/live/chat/phone/email support/service/care; support team/staff/ticket/tickets/rep/reps/person/is/was/are/has/could/can/response/agent/request/times; contact*/call*/reach*/email*/wrote/talk* ~1 support; no/their/your/poor/bad/terrible/lack/of ~1 support; help desk; helpdesk; tickets/ticket
      no/never/slow/poor/any/without/get/got ~1 response/reply/answer/responded/replied/responses; response time/times; unresponsive team/support/company/staff; not/never ~1 reply/respond/answer/listen/care/help ~1 to/me/us/my/our/emails/customers/users; respond/responded/responding to ~1 me/us/my/our/emails/email/tickets/complaints/reviews/customers; responsiveness; representative*; account manager*; sales team/rep/reps/people; csm; developer/developers ~2 respond*/listen*/care/ignore*/reply/answer*
      no one/body ~1 answers/replies/responds/helps/help; nobody answers/replies/helps; feedback [is] ignored; account rep/reps; our rep; service client; kundenservice; kundendienst; atención al cliente; soporte; suporte; atendimento; sav; aucune réponse; reached out; being ignored`,
    hint: 'support; help; service; team; contact; contacted; reply; staff; communication; assistance',
  },
  {
    id: 'onboarding',
    sure: `learning curve*; learn/learning [how] to; take/takes/took ~2 to/time/getting learn/understand/used/figure/master/set/get/configure; getting used to; get used to; onboard*; set up; setup/setups; setting ~1 up; takes/took/some/a ~1 time to learn/figure/understand/get/set/build; implementation; implementing; documentation; docs; tutorial*; training; user guide/manual/guides; instruction/instructions; guide/guides/guidance
      help article*/file*/section/center/centre/pages; knowledge base; knowledgebase; explanation*; explain*; explainer; how to use/videos/guides; video tutorial*; steep; for beginners/newbies/non; new users; non technical; not tech; beginner*; initial/initially ~1 setup/set/hard/confus*/difficult/overwhelm*/complicat*/learning; at first; in the beginning; to get started; getting started; walkthrough*; mode d'emploi; mode de emploi; documentación; anleitung; einrichtung; curva de; prise en main; how ~1 works; best practice*; education`,
    hint: 'learn; learning; understand; figure out; initial; beginning; know how; new to; time to',
  },
  {
    id: 'login',
    sure: `log/logs/logged/logging ~1 in/into/out/on/off; login/logins/logout; sign/signed/signing/signs ~1 in/into/out/up/on; signin; signup; password/passwords; passcode; verif*; authenticat*; 2fa; two factor; otp; sso; single sign; my/an/the/your/create/creating/another/new/delete/locked/multiple/two ~1 account/accounts; account is/was/has/got ~1 locked/blocked/banned/suspended/disabled/deleted/access
      locked ~1 out; banned; user name; username*; credential*; registration; register/registering; code sent; send* ~2 code; connexion au/à compte/mon; mot de passe; mots de passe; se connecter; compte; anmeld*; einlogg*; passwort; konto; contraseña; cuenta; iniciar sesión; senha; conta; access ~1 my account; captcha; activation code; linkedin log; work email; gmail account`,
    hint: 'account/accounts; access; code; logged; inscription',
  },
  {
    id: 'privacy',
    sure: `privacy; private; security; secure/secured/securing; insecure; unsafe; permission/permissions to/for/request/required/requires; so/too/unnecessary/all/many/these/app/excessive/requires/needs/ask*/why ~1 permissions; spy/spying/spyware/spies; malware; virus; hack*; phish*; breach*; gdpr; hipaa; soc2; compliance; encrypt*; personal data/info/information/details
      sell/sells/selling/sold/steal/steals/collect/collects/collecting/track/tracks/tracking/access ~2 data/info/information/contacts/details/location; surveillance; vie privée; confidentialité; autorisation*; datenschutz; berechtigung*; privacidad; seguridad; permisos; privacidade; segurança; censor*; données ~1 personnelles/privées; intrusi*; espion*`,
    hint: 'permission/permissions; trust; safe; location; anonymous',
  },
  {
    id: 'notifications',
    sure: `notif*; alert/alerts; reminder/reminders; remind/reminds; push messages; badge ~1 count/icon/number; ringtone; emails/email ~2 too/spam/every/sent/received/notification/come/arrive/constantly/overload/flood/inbox; too many emails/messages; spam* email*; unread ~1 message*; silent; mute; vibrat*; benachrichtigung*; notificaci*; notificaç*; rappel/rappels; alarm/alarms; emails; newsletter*; unsubscribe`,
    hint: 'email; message/messages; sound; spam; calls; inbox; alerte*',
  },
  {
    id: 'updates',
    sure: `new/last/latest/recent/after/since/every/each/these/this/stupid/worst/horrible/forced/today/current/automatic ~1 update/updates/updated/upgrade/upgrades/version/release; update/updates/updated ~2 broke/ruin*/destroy*/kill*/remov*/worse/crash*/made/mess*/break*/stop*/is/was/has/sucks; i/just/was/have ~1 updated/upgraded; used to ~1 be/work/have/love/like/show/do/let/use/use
      no longer; anymore; any more; old/previous/older/earlier/original version/format/one/design/ui/interface/layout/app; go/went/going back to ~1 old/previous/original; roll back; rollback; revert; bring ~1 back; was/were/been/is/has/you/they removed; remov* ~2 feature*/option/function*/ability; downgrad*; worse than before; since ~1 updat*/upgrad*; after ~1 updat*/upgrad*; worked/fine/great ~1 before/until; mise/mises à jour; maj; màj; nouvelle version; aktualisierung; seit ~2 update; actualización; atualização; aggiornamento; depuis ~2 mise; changed for; getting worse; gets worse`,
    hint: 'updat*; upgrade; version; before; since; again; changed; changes',
  },
  {
    id: 'ads',
    sure: `ads; ad free/supported/blocker/block; an/full/video/banner/second/every/the ad; advert*; ad pops/plays/shows/appears/comes/before; upsell*; up sell*; sponsored; keep/keeps/stop/constantly/always ask*/prompt*/push*/bugg*/beg*/hound*/nag* ~2 rate/upgrade/vote/review/subscribe/buy/pay/feedback; stop asking; promoted post*; commercials; publicité*; pub/pubs; werbung; publicidad; propaganda*; anúncio*; anuncio*; upgrade prompt*; sales pitch*; pushy; sales calls; hard sell; trying to sell`,
    hint: 'upgrade; marketing; popup/popups; pop up/ups; commercial; sales',
  },
  {
    id: 'collaboration',
    sure: `collaborat*; share/shared/sharing ~2 with/file/files/folder/folders/document/documents/link/links/note/notes/calendar; co edit*; coedit*; team member*/collaboration/management/mates; teammates; multiple/several/other/more users/people/team/admins/editors; user role*/permission*/management/access; admin/admins rights/access/role*/control*; access right*/level*/control; comment/comments/commenting; approval/approvals; real time editing; guest/guests; partage*; teilen; freigabe; compartir; compartilhar; group/groups chat/call*; shared inbox/drive; assign* ~2 to; version control; challenge*/friends/amis`,
    hint: 'share; sharing; group/groups; members; colleagues; team',
  },
];

/** Cues for complaints that name no category of their own. */
export const FALLBACK_CUES = {
  usability:
    'hard; difficult; easier; annoying; struggl*; tricky; clearer; painful; simpler; awkward; too many; too much; not clear',
  bugs: 'not; unable; never; fail*; fix; keep/keeps; problem/problems; issue/issues; impossible; turns off; pas; plus; nicht; não; non; aucun/aucune; rien',
  features: 'wish; please; would; could; should; need/needs; more; lack; missing; add; only',
};
