import { type Aspect } from './aspect.types.js';

/** What people say about apps of every kind: phones, media, messages, fitness. */
export const CONSUMER_ASPECTS: readonly Aspect[] = [
  {
    name: 'updates',
    home: 'updates',
    cues: 'updat*; upgrad*; mise/mises à/a jour/jours; maj; màj; nouvelle version; new version; latest version; aktualisier*; actualiza*; atualiza*; aggiorn*',
  },
  {
    name: 'connection',
    home: 'sync',
    cues: 'connect*; connexion*; reconnect*; disconnect*; déconnect*; deconnect*; verbind*; conect*; conex*',
  },
  { name: 'synchronisation', home: 'sync', cues: 'sync*; synchron*; sincro*; transfer*; transfér*; transfert*' },
  {
    name: 'device pairing',
    cues: 'pair/paired/pairing/pairs; couple/coupler/couplage/couplé; appair*; jumel*; associer/association; apparier; koppel*; emparej*; détect*; recogni*; reconna*',
  },
  { name: 'Bluetooth', cues: 'bluetooth; blue tooth' },
  {
    name: 'notifications',
    home: 'notifications',
    cues: 'notif*; alert/alerts; alerte*; benachricht*; rappel/rappels; reminder/reminders',
  },
  {
    name: 'permissions',
    cues: 'permission*; autoris*; authoris*; authoriz*; accès à/au/aux; permiso*; berechtig*; intrusi*',
  },
  {
    name: 'language support',
    cues: 'language/languages; langue/langues; langage*; français*; french; anglais*; english; translat*; traduct*; traduit*; sprache; idioma*; german; spanish; arabic; hindi; polish; russian',
  },
  {
    name: 'sign-in',
    home: 'login',
    cues: 'log/logged/logging/logs in/into/out/on; login; logout; sign/signed/signing in/into/out/up; signin; signup; account/accounts; compte/comptes; identif*; anmeld*; cuenta/cuentas; conta/contas; inscri*; register*',
  },
  { name: 'passwords', cues: 'password/passwords; mot/mots de passe; passwort; contraseña*; senha/senhas' },
  { name: 'account bans', cues: 'banned; suspended; ban; account ~2 disabled/blocked/locked; locked out; jail' },
  {
    name: 'app start',
    quiet: true,
    cues: 'open/opens/opening/opened; ouvr*; lance/lancer/lancement; demarr*; démarr*; launch*; start/starts/starting; öffn*; abre/abrir',
  },
  {
    name: 'crashes',
    home: 'bugs',
    cues: 'crash*; plant/plante/plantage*; ferme/fermer; force clos*; closes; closing; abstürz*; absturz*',
  },
  { name: 'freezing', cues: 'freez*; froze/frozen; bloqu*; stuck; fige/figé; hangs/hanging; black/white/blank screen' },
  {
    name: 'not working',
    quiet: true,
    cues: 'not ~1 work/working/works; stop/stopped working; no longer works/work; fonctionne ~1 plus/pas/mal; marche ~1 plus/pas; ne fonctionne*/marche*; funktioniert nicht; no funciona; não funciona',
  },
  {
    name: 'slowness',
    home: 'performance',
    cues: 'slow*; lag/lags/laggy/lagging; lent/lente/lenteur/lents; langsam; ralenti*; rame; takes forever; sluggish',
  },
  { name: 'loading times', cues: 'load/loads/loading/loaded; buffer*; charge/chargement' },
  { name: 'battery drain', cues: 'batter*; autonomie; akku; batería/bateria*; drain*' },
  { name: 'calls', cues: 'call/calls/calling/called; appel/appels; appeler; anruf*; llamada*; phone number/numbers' },
  {
    name: 'messages',
    cues: 'message/messages/messaging; messag*; sms; text/texts/texting; nachricht*; mensaj*; whatsapp; dm/dms',
  },
  { name: 'contacts', cues: 'contact list/lists/book; contacts; carnet; address book; phonebook' },
  { name: 'photos', cues: 'photo/photos; picture/pictures; pic/pics; image/images; foto/fotos; screenshot*' },
  {
    name: 'video playback',
    cues: 'video/videos/vids; vidéo/vidéos; movie/movies; episode/episodes; stream/streaming; playback',
  },
  {
    name: 'sound',
    cues: 'sound/sounds; audio; voice; volume; voix; vocal*; le son; spoken; headphone*; earbuds; mute/muted',
  },
  { name: 'music', cues: 'music; musique; spotify; song/songs; playlist/playlists; album*; shuffle; artist/artists' },
  {
    name: 'maps and location',
    cues: 'map/maps; gps; carte/cartes; itinéraire*; route/routes; parcours; location/locations; localis*; navigation',
  },
  { name: 'search', cues: 'search/searches/searching/searched; recherch*; suche*; busca*; find ~1 anything' },
  {
    name: 'interface',
    home: 'usability',
    cues: 'interface; ui; ux; design; layout; ergonomi*; look; affichage; intuiti*; user friendly; navigat*; menu/menus; clunky; oberfläche; interfaz',
  },
  { name: 'settings', cues: 'setting/settings; paramètr*; parametr*; réglage*; configur*; einstellung*; preferences' },
  { name: 'widgets', cues: 'widget/widgets' },
  { name: 'dark mode', cues: 'dark/night/light mode/theme; mode sombre; thème*; black theme; theme/themes' },
  { name: 'export', cues: 'export*; csv; gpx; tcx' },
  { name: 'import', cues: 'import; imports; importing; imported; importer' },
  { name: 'backup and restore', cues: 'backup/backups; back up; restor*; sauvegard*' },
  {
    name: 'lost data',
    cues: 'lost/lose/loses/losing; delet*; gone; disappear*; perdu*; perd; effac*; dispar*; erased; wiped; supprim*; vanish*',
  },
  { name: 'history', cues: 'histor*' },
  {
    name: 'statistics',
    home: 'reporting',
    cues: 'stat/stats; statist*; graph/graphs; graphi*; chart/charts; moyenne*; average/averages; summary; résumé*',
  },
  { name: 'calendar', cues: 'calendar*; calendrier; agenda; kalender' },
  { name: 'weather', cues: 'weather; météo; meteo' },
  {
    name: 'alarms and clock',
    cues: 'clock; heure/heures; alarm/alarms; alarme*; time zone/zones; timezone*; réveil*; timer/timers; stopwatch; chronom*',
  },
  {
    name: 'step counting',
    cues: 'step/steps; podom*; pedometer; nombre de pas; compte*/compter/compteur ~1 pas; les/de/mes/des/10000/mille pas; pas ~1 effectu*/compt*/quotidien*; schritt*; pasos',
  },
  { name: 'sleep tracking', cues: 'sleep*; sommeil; nap/naps; sieste*; schlaf*; sueño; dormir; dors' },
  {
    name: 'heart rate',
    cues: 'heart*; cardiaque*; pouls; pulse; hr; hrm; herz*; fréquence; spo2; oxyg*; ecg; ekg; blood; tension; stress; cardio; bpm',
  },
  {
    name: 'weight tracking',
    cues: 'weight*; poids; balance*; scale/scales; imc; bmi; gewicht; peso; body composition; body fat',
  },
  {
    name: 'food logging',
    cues: 'food*; calor*; aliment*; nutri*; meal/meals; repas; barcode; bar code; water; eau; caffeine; caféine; mynetdiary; diet; kcal',
  },
  {
    name: 'workouts',
    cues: 'exerci*; sport*; workout*; entrainement*; entraînement*; activit*; training*; running; run; runs; course/courses; course à pied; vélo; velo; cycling; bike; swim*; natation; piscine; musculation; treadmill; tapis; marche rapide; walk; walking; walks; hiking; hike; randonn*; gym',
  },
  {
    name: 'distance',
    cues: 'distance/distances; kilom*; km; kms; mile/miles; speed; vitesse; pace; allure; elevation; dénivelé',
  },
  {
    name: 'watch faces',
    cues: 'watch ~1 face/faces; watchface*; face/faces; cadran*; wallpaper*; fond/fonds de écran',
  },
  {
    name: 'installation',
    cues: 'install*; download*; télécharg*; telecharg*; apk; play store; app store; herunterlad*; descarg*; setup wizard',
  },
  { name: 'rooted phones', cues: 'root; rooted; rooting; knox' },
  {
    name: 'privacy',
    home: 'privacy',
    cues: 'privacy; vie privée; spy*; espion*; personal data/info/information; données personnelles/privées; security; sécurit*; datenschutz',
  },
  {
    name: 'ads',
    home: 'ads',
    cues: 'ad/ads; advert*; pub/pubs; publicit*; werbung; spam; popup*; pop up/ups; commercial/commercials',
  },
  {
    name: 'price',
    home: 'pricing',
    cues: 'pric*; expensive; prix; cher; chère; money; argent; pay/paid/paying/pays; payant*; free; gratuit*; cost/costs; afford*',
  },
  {
    name: 'subscription',
    cues: 'subscription*; subscrib*; abonnement*; premium; plus version; pro version; membership',
  },
  { name: 'refunds', cues: 'refund*; rembours*; money back' },
  {
    name: 'unwanted charges',
    cues: 'charged/charging/charges me/my/us/twice/for/without/again; cancel*; billing; billed; auto renew*; overcharg*',
  },
  {
    name: 'support',
    home: 'support',
    cues: 'support team/staff; customer service/support/care; service client; sav; help desk; réponse; respond*; response*; reply/replies; kundenservice; tech support',
  },
  {
    name: 'device compatibility',
    home: 'devices',
    cues: 'compatib*; incompatib*; support/supports my/for/the; android; ios; iphone*; samsung; xiaomi; sony; honor; redmi; pixel; wear os; oneplus; new phone; my phone; mon téléphone; galaxy',
  },
  { name: 'storage space', cues: 'storage; stockage; memory; mémoire; space; sd card; gb' },
  { name: 'sharing', home: 'collaboration', cues: 'share/shared/sharing/shares; partag*' },
  {
    name: 'friends and followers',
    cues: 'friend/friends; ami/amis; followers; following; follow; social',
  },
  {
    name: 'challenges',
    cues: 'challenge/challenges; défi/défis',
  },
  { name: 'groups', cues: 'group/groups; groupe/groupes; community; communauté; pages' },
  {
    name: 'feed',
    cues: 'my/the feed; feeds are; timeline; news feed; newsfeed; stories; story; reels; algorithm; chronological; for you; recommended; recommendation*; suggestions',
  },
  { name: 'comments', cues: 'comments; commenting; commentaire*; dislike button; likes' },
  {
    name: 'hate speech and moderation',
    cues: 'censor*; free speech; hate speech; moderat*; fake news; political; politics; bots; trolls; bullying; racist',
  },
  {
    name: 'email',
    home: 'notifications',
    cues: 'email/emails/emailing; e mail/mails; mail/mails; courriel*; inbox; gmail',
  },
  { name: 'files and folders', cues: 'file/files; fichier*; folder/folders; dossier*; document/documents' },
  { name: 'notes', cues: 'note/notes; notebook/notebooks; notizen' },
  {
    name: 'keyboard',
    cues: 'keyboard/keyboards; clavier; typing; swipe; autocorrect; auto correct; predict*; emoji*; emoticon*; spell*; dictionary',
  },
  { name: 'stickers and filters', cues: 'sticker/stickers; filter/filters; filtre*; effects; frames' },
  {
    name: 'third-party apps',
    cues: 'strava; fitbit; google fit; myfitnesspal; my fitness pal; third part*; tierce*; tiers; zapier; apple health; health connect/kit; other apps; autres applications',
  },
  { name: 'error messages', cues: 'error/errors; erreur/erreurs; fehler*; error code/message' },
  {
    name: 'accuracy',
    home: 'data',
    cues: 'accura*; inaccura*; precis*; précis*; imprécis*; wrong; incorrect*; faux; fausse*; exact*; correct*; fiab*; reliable',
  },
  {
    name: 'background use',
    cues: 'background; arrière plan; killed; kills; stay/stays/keep open/running; runs in; picture in; pip; minimi*; screen off; lock screen',
  },
  { name: 'offline use', cues: 'offline; hors ligne; airplane mode; without internet/wifi/connection' },
  {
    name: 'internet connection',
    cues: 'internet; wifi; wi fi; no connection; network connection/error; mobile/cellular data',
  },
  {
    name: 'server problems',
    cues: 'server/servers; serveur*; outage*; is/was/are/were/goes/went down; maintenance',
  },
  { name: 'camera', cues: 'camera*; caméra*; appareil photo; selfie*' },
  {
    name: 'screen size',
    cues: 'screen/screens; écran/écrans; tablet/tablets; landscape; paysage; portrait; rotate*; rotation; full screen; fullscreen',
  },
  { name: 'casting to TV', cues: 'chromecast; cast/casting; tv; roku; airplay; xbox; ps4; firestick; smart tv' },
  { name: 'subtitles', cues: 'subtitle*; caption*; sous titre*' },
  {
    name: 'content selection',
    cues: 'selection; tv shows; series; seasons; catalogue; content',
  },
  {
    name: 'cycle tracking',
    cues: 'menstru*; period/periods; règles; cycle/cycles; women; femme/femmes; ovulation; pregnan*',
  },
  { name: 'units', cues: 'unit/units; unité/unités; metric; imperial; lb/lbs; kg; livre/livres; celsius; fahrenheit' },
  {
    name: 'goals and badges',
    cues: 'goal/goals; objectif*; badge/badges; record/records; reward*; points; level/levels; streak*; medal*',
  },
  {
    name: 'coins and in-app purchases',
    cues: 'coin/coins; gem/gems; in app; purchase/purchases; diamonds; gold; microtransaction*',
  },
  { name: 'gameplay', cues: 'game/games; player/players; high score; boss; enemies; obstacle*; character/characters' },
  {
    name: 'removal',
    quiet: true,
    cues: 'uninstall*; désinstall*; remove the app; bloatware; delete the app; supprimer',
  },
  { name: 'manual entry', cues: 'manual*; manuel*; edit/edits/editing; modifi*; add/adding manually; saisi*; by hand' },
  {
    name: 'buyers and sellers',
    cues: 'seller/sellers; buyer/buyers; bid/bids/bidding; auction*; listing/listings; item/items; feedback',
  },
  { name: 'shipping', cues: 'ship/shipping/shipped/shipment*; deliver*; livraison; postage; tracking number' },
  {
    name: 'PDFs and drawing',
    cues: 'handwrit*; ocr; stylus; pencil; drawing; scan/scans/scanning/scanner; annotat*; pdf/pdfs',
  },
  {
    name: 'health records',
    cues: 'doctor/doctors; medic*; glucose; diabet*; blood pressure; temperature; température; covid; vaccin*',
  },
];
