import { type PhraseList } from '../text/phrase.book.js';

/** Word classes for phrases about leaving a product. */
export const LEAVING_CLASSES: Record<string, string> = {
  kind: `app apps application applications tool tools product products software platform platforms service services solution solutions vendor vendors provider providers
    system systems brand brands company companies program programs browser browsers client watch watches device devices tracker option options alternative alternatives keyboard player site`,
  self: 'it this app application account subscription membership software program game thing service everything',
  going: `am will going gonna about ready want wanted trying had have decided time forced thinking considering planning plan might may probably now just finally definitely tempted
    considered contemplating debating unfortunately immediately then and so`,
  other: 'another other different competing competitor competitors alternative rival better similar',
  rival: `safari firefox mozilla opera brave chrome edge outlook yahoo hotmail edison spark slack zoom skype discord webex dropbox onedrive box mega icloud evernote onenote notion obsidian
    todoist trello asana jira monday hubspot salesforce pipedrive zoho capterra intercom zendesk freshdesk mailchimp quickbooks xero freshbooks fitbit garmin strava polar suunto viber whatsapp telegram
    signal messenger wechat line spotify deezer tidal pandora youtube vimeo twitch netflix hulu android iphone apple microsoft google amazon gitlab bitbucket github sharepoint excel airtable
    smartsheet clickup basecamp canva figma adobe wix squarespace wordpress shopify stripe paypal square typeform surveymonkey gboard swiftkey swype bing waze tiktok instagram facebook twitter etsy`,
};

/** Strong phrases: the writer left, is leaving, cancels, looks elsewhere or likes a rival better. */
export const LEAVING_CUES: PhraseList[] = [
  {
    name: 'uninstalled',
    phrases: `
      uninstalled; uninstalling; uninstalled it/this; @going [to/be/of] uninstall*; i/will/would/to uninstall; uninstall it/this/now/immediately; uninstall [and] go/find/get; and uninstall
      @going [to/be/of] delete/deleting/remove/removing/ditch/ditching/dump/dumping/drop/dropping [the/this/my] @self; deleting [the/this/my] @self; i deleted/removed/ditched/dumped [the/this/my] @self; delete it/this; deleted
      désinstall*; je supprime; deinstalliert; deinstalliere; desinstal*`,
  },
  {
    name: 'cancelled',
    phrases: `
      cancel*/end/ended/ending/terminat* [my/our/the/this/your/a] ~1 subscription/membership/plan/contract/renewal/trial/subscriptions/service; @going [to/be] cancel/cancelling/canceling; cancelled/canceled ~1 subscription/it/account/membership/after/today/and
      unsubscribe/unsubscribed/unsubscribing; not ~1 renew/renewing/renewal; not ~1 continue/continuing ~1 using/use/with/subscription/to; close/closing/closed/delete/deleting [my/our/the] account; let ~2 subscription expire/lapse; abonnement annulé; résilier; résilié`,
  },
  {
    name: 'elsewhere',
    phrases: `
      look/looking/looked/search/searching/shopping/hunting ~1 for ~2 alternative/alternatives/replacement/something; look/looking/looked/search/searching ~1 for/at/into ~1 @other ~1 @kind; looking/look/going/go/went/take ~2 elsewhere
      find/finding/found/try/trying/tried/consider/considering/get/getting/download/downloaded/install/installed/use/using/evaluate/evaluating/exploring/buy/bought/choose/recommend ~1 @other ~1 @kind
      find/finding/try/consider/get/use/using/need/want an/a alternative/replacement; find/try/use/need/get something better/else/different; find/use someone else; better alternatives/options/apps/products/ones
      many/plenty/lots/other ~1 better ~1 @kind/ones/out; there are ~1 better; shop/shopping around; move/moving/moved on [to]; jump/jumped/jumping ship; time to go/leave/switch/move/change; looking for ~1 another; find another/other/new; competitors ~3 better/cheaper`,
  },
  {
    name: 'rival',
    phrases: `
      switch*/move/moved/moving/migrat*/go/going/went/gone/change/changed/changing/back/return*/over ~1 [back] to ~1 @rival; switch*/move/moving/moved/migrat*/change/changing ~1 to ~1 @other; switch*/migrat* ~1 to a/an/something/other/another
      use/using/get/try/buy/stick/prefer/went/gone [with/to] [the/a/an/my/google/apple] @rival instead/now/until/rather; prefer [the] @rival; stick/sticking/stay/staying with ~1 @rival; rather use/pay/have ~1 @rival
      @rival is/are/was/works/has/does ~2 better/best/superior/cheaper/easier/faster; not as good/easy/reliable/accurate/smooth/nice as ~1 @rival; worse/slower/inferior than/to ~1 @rival; compared to ~1 @rival; nothing/nowhere ~2 @rival; better off ~1 @rival
      @going [of/about/on/to] switching/leaving/migrating; @going [to/of/about] switch/leave/migrate; no longer use/using; stopped/stop/quit/done using; stopped/quit/done with this/it; gave/giving/give up on ~1 @self; gave up
      last/final straw; good bye; goodbye; bye bye; i am done/out; not use ~1 anymore/again; never use/buy/again ~1 again; lost a customer/user/me; losing me/customers; passer/passé/retour/retourne/revenir ~1 @rival; je passe à; changer de montre/marque/application/appli; autre application/appli/marque/montre`,
  },
];

/** What takes a leaving phrase back: installed again, an older version, arriving from a rival, or a plain negation. */
export const STAYING_CUES: PhraseList = {
  name: 'staying',
  phrases: `
    reinstall*; re install*; install*/download* ~2 again/back; uninstall*/delet*/remov* ~3 reinstall*/re/install*/again/download*/times/add*; and install*/download* it/the; installed it; tried again; several/multiple/many/few times
    not ~2 uninstall*/delete/switch/leave/cancel/go; never ~1 uninstall*/delete/switch/leave/go/cancel; without having/uninstall*/delet*; back to ~1 old/older/previous/last/earlier/original/first/normal/prior/version/home/main/start/beginning/way/page/design
    switched/moved/came/coming/migrated/converted ~1 from ~1 @rival; glad/happy/love ~2 switch*; so glad i; can not delete/uninstall; désinstall* ~3 réinstall*; réinstall*; wish i could uninstall; will not let me uninstall`,
};
