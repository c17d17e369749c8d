import { type Aspect } from './aspect.types.js';

/** What people say about business software, by the kind of product that is named most with it. */
export const BUSINESS_ASPECTS: readonly Aspect[] = [
  // CRM and sales
  { name: 'lead quality', cues: 'lead/leads; prospect/prospects; lead scoring; lead capture; mql/mqls; demo requests' },
  {
    name: 'sales pipeline',
    cues: 'pipeline/pipelines; deal/deals; opportunity/opportunities; deal stage*; sales process; funnel stage*',
  },
  {
    name: 'contact records',
    cues: 'contact record/records/details/data/database; customer record/records; account record*; crm data; contact management',
  },
  {
    name: 'duplicate records',
    cues: 'duplicat*; dedup*; merge/merging contact*/record*/account*/duplicate*; doublon*',
  },
  {
    name: 'email tracking',
    cues: 'email tracking/open*/click*; sequence/sequences; cadence*; outreach; cold email*; bounce rate; open rate*',
  },
  {
    name: 'quotes and proposals',
    cues: 'quote/quotes; quoting; proposal/proposals; cpq; e signature*; esign*; docusign; contracts',
  },
  { name: 'sales forecasting', cues: 'forecast*; quota/quotas; territor*; commission/commissions' },
  {
    name: 'intent data',
    cues: 'intent data/signals; buyer intent; intent; firmographic*; data enrichment; enrichment',
  },
  {
    name: 'call recording',
    cues: 'call recording/recordings/logging/log; dialer; voip; call quality; recordings; transcript*',
  },
  // accounting and finance
  { name: 'invoicing', cues: 'invoic*; facture/facturation; recurring invoice*; payment reminder*; estimates' },
  { name: 'bank feeds', cues: 'bank feed*/connection*/transaction*/account*/import*/link*; banking; plaid; bank' },
  { name: 'reconciliation', cues: 'reconcil*; matching transactions; rapprochement' },
  {
    name: 'expenses and receipts',
    cues: 'expense/expenses; receipt/receipts; reimburse*; mileage; per diem; notes de frais',
  },
  { name: 'payroll', cues: 'payroll; payslip*; paycheck*; direct deposit; wages; pay run*; paie' },
  { name: 'taxes', cues: 'tax/taxes; vat; gst; 1099; w2; w 2; sales tax; tax return*; tax filing; tva' },
  { name: 'multiple currencies', cues: 'currenc*; multi currency; exchange rate*; devise*' },
  {
    name: 'ledger and chart of accounts',
    cues: 'chart of accounts; ledger; journal entr*; general ledger; balance sheet; profit and loss; p l; cash flow; accounts payable/receivable; audit trail',
  },
  { name: 'purchase orders', cues: 'purchase order*; vendor bill*; supplier*; procurement; bills' },
  { name: 'inventory', cues: 'inventor*; stock level*/count*/management; sku/skus; warehouse*; barcode scan*' },
  // team chat and meetings
  {
    name: 'channels and threads',
    cues: 'channel/channels; thread/threads/threading/threaded; workspace/workspaces; direct message*',
  },
  {
    name: 'message history',
    cues: 'message history/limit*/search/retention; chat history; 90 days; old messages; scroll back; archive*',
  },
  {
    name: 'video meetings',
    cues: 'meeting/meetings; video call*/conferenc*/chat; conference call*; webinar*; huddle*; breakout room*; waiting room; zoom',
  },
  { name: 'screen sharing', cues: 'screen shar*/share; share ~1 screen; remote control; remote access' },
  { name: 'presence and status', cues: 'online status; presence; away status; idle; do not disturb; last seen' },
  {
    name: 'external guests',
    cues: 'guest/guests; external user*/partner*/client*/collaborator*; outside the/our organi*',
  },
  // storage and documents
  {
    name: 'file uploads',
    cues: 'upload/uploads/uploading/uploaded; attach*; drag and drop; large file/files; file size',
  },
  {
    name: 'file versions',
    cues: 'version history; versioning; version control; previous versions; overwrit*; conflicted cop*',
  },
  {
    name: 'folder permissions',
    cues: 'folder permission*/access; shared folder/folders/drive/drives; access right*/level*; sharing link/links; shared link/links',
  },
  {
    name: 'selective sync',
    cues: 'selective sync; smart sync; desktop client; sync client; camera upload*; offline files',
  },
  {
    name: 'document editing',
    cues: 'document editing/editor; editor; formatting; spreadsheet*; word doc*; track changes; markdown; tables; rich text',
  },
  // help desk
  {
    name: 'ticket handling',
    cues: 'ticket/tickets/ticketing; case/cases; ticket routing; escalat*; sla/slas; triage; queue/queues; backlog',
  },
  { name: 'macros and canned replies', cues: 'macro/macros; canned response*/repl*; saved repl*; snippets' },
  { name: 'live chat and chatbots', cues: 'live chat; chat widget; chatbot*; bot/bots; messenger; web chat' },
  { name: 'agent seats', cues: 'agent/agents; seat/seats; per agent; licence/license/licenses/licences; licensing' },
  {
    name: 'satisfaction surveys',
    cues: 'survey/surveys; nps; csat; questionnaire*; respondent*; question types; feedback form*',
  },
  // analytics
  { name: 'dashboards', cues: 'dashboard/dashboards; widgets dashboard; tableau de bord; cockpit' },
  { name: 'custom reports', cues: 'custom report*; report builder; reports; reporting; ad hoc; rapport/rapports' },
  {
    name: 'event tracking',
    cues: 'event tracking; custom events; tracking code; tracking pixel; tag manager; session replay*; session recording*; heatmap*; conversion/conversions',
  },
  {
    name: 'funnels and segments',
    cues: 'funnel/funnels; segment/segments/segmentation; cohort*; audience/audiences; attribution',
  },
  { name: 'queries', cues: 'sql; query/queries; query builder; formula/formulas; calculated field*; pivot; dax' },
  {
    name: 'data sources',
    cues: 'data source*; connector/connectors; data warehouse; snowflake; bigquery; redshift; etl; data model*; data import*; data feed*',
  },
  {
    name: 'real-time data',
    cues: 'real time; realtime; data delay*; stale data; refresh rate; live data; outdated data; up to date',
  },
  // project management
  {
    name: 'tasks',
    cues: 'task/tasks; subtask*; sub task*; to do list*/item*/app; todo/todos; checklist*; assignee*; tâche*; aufgabe*',
  },
  { name: 'Gantt and timelines', cues: 'gantt; timeline view; timelines; critical path; milestone*; dependenc*' },
  {
    name: 'boards',
    cues: 'board/boards; kanban; card/cards; swimlane*; scrum; sprint/sprints; backlog*; epic/epics; agile',
  },
  {
    name: 'time tracking',
    cues: 'time track*; timesheet*; time entry/entries; timer; billable; hours logged; time log*',
  },
  { name: 'recurring tasks', cues: 'recurring; repeat task*; repeating; recurrence; due date*; deadline*; reminders' },
  {
    name: 'automations',
    cues: 'automation/automations; automate/automating; workflow/workflows; trigger/triggers; rules; zap/zaps; approval/approvals; approval process',
  },
  {
    name: 'custom fields',
    cues: 'custom field*; field/fields; dropdown*; drop down; form builder; form/forms; mandatory fields; character limit*',
  },
  { name: 'templates', cues: 'template/templates; email template*; modèle*; vorlage*' },
  {
    name: 'resource planning',
    cues: 'workload; resource planning/management/allocation; capacity; portfolio; scheduling; schedule/schedules; scheduled; planner',
  },
  // HR
  {
    name: 'time off',
    cues: 'time off; pto; leave request*; vacation; sick leave; absence*; congés; urlaub; holiday request*',
  },
  {
    name: 'hiring',
    cues: 'recruit*; applicant*; candidate*; ats; job post*; job board*; hiring; resume/resumes; interview scheduling',
  },
  {
    name: 'employee onboarding',
    cues: 'employee onboarding; new hire*; new employee*; offboard*; org chart; employee record*; employee file*; self service',
  },
  {
    name: 'performance reviews',
    cues: 'performance review*/appraisal*/management; okr/okrs; one on one; 360; appraisal*; goal setting',
  },
  { name: 'benefits', cues: 'benefits; open enrollment; insurance; 401k; health plan*; cobra' },
  {
    name: 'clock-in and shifts',
    cues: 'clock in/out; clocking; punch/punches; shift/shifts; rota/rotas; attendance; overtime',
  },
  // e-commerce
  { name: 'checkout', cues: 'checkout; check out; cart/carts; abandoned cart*; basket; panier' },
  {
    name: 'payments',
    cues: 'payment/payments; paypal; stripe; payment gateway*; credit card*; debit card; payout/payouts; transaction fee*; chargeback*; paiement*',
  },
  {
    name: 'orders and returns',
    cues: 'order/orders/ordering; return/returns; commande*; fulfil*; dropship*; bestellung*',
  },
  {
    name: 'product catalogue',
    cues: 'product page*/listing*/variant*/catalog*/image*/description*; variants; catalog/catalogue; collections; product data',
  },
  { name: 'discounts', cues: 'discount*; coupon*; promo/promos/promotion*; gift card*; voucher*; loyalty' },
  {
    name: 'store themes',
    cues: 'store theme*; storefront; page builder; website builder; liquid; landing page*; themes; website design',
  },
  {
    name: 'marketplace listings',
    cues: 'marketplace*; amazon listing*; ebay; etsy; multi channel; multichannel; listing/listings',
  },
  // developer tools
  { name: 'API', cues: 'api/apis; rest api; graphql; endpoint*; rate limit*; sdk/sdks; webhook*' },
  {
    name: 'documentation',
    cues: 'documentation; docs; help article*; knowledge base; knowledgebase; help center/centre; release notes; manual',
  },
  {
    name: 'builds and pipelines',
    cues: 'build/builds; ci cd; runner/runners; yaml; jenkins; build time*; artifacts',
  },
  {
    name: 'pull requests',
    cues: 'pull request*; merge request*; code review*; merge conflict*; branch/branches; commit/commits; repo/repos; repository; git',
  },
  {
    name: 'deployments',
    cues: 'deploy*; rollback*; environment/environments; staging; kubernetes; k8s; container/containers; docker; helm; cluster*; terraform',
  },
  {
    name: 'logs and monitoring',
    cues: 'log file/files/search/retention; logs; monitoring; alerting; trace/traces/tracing; observability; metrics; apm; uptime',
  },
  { name: 'command line', cues: 'command line; cli; terminal; shell; script/scripts/scripting' },
  {
    name: 'debugging',
    cues: 'debug*; stack trace*; breakpoint*; ide/ides; vs code; vscode; intellij; code completion; linter*; test cases; unit tests',
  },
  {
    name: 'self-hosting',
    cues: 'self host*; on premise*; on prem; hosting; server setup; migration/migrations; upgrade path',
  },
  // marketing
  {
    name: 'campaigns',
    cues: 'campaign/campaigns; newsletter*; mailing list*; email marketing; drip; subject line*; deliverab*; mailing',
  },
  {
    name: 'landing pages and forms',
    cues: 'landing page/pages; web form*; signup form*; popups; lead form*; seo; keywords; backlink*',
  },
  { name: 'A/B tests', cues: 'a b test*; ab test*; split test*; experiment/experiments; variant testing' },
  {
    name: 'social posts',
    cues: 'social media; social post*; scheduled post*; instagram; facebook page*; linkedin; tweets; tiktok',
  },
  {
    name: 'review collection',
    cues: 'review collection/campaign*/request*/form*/process/gathering/generation; leave/leaving/write/writing/submit/get/getting/collect/collecting/gather ~2 review/reviews; reviewer/reviewers; reviews; testimonial*; incentiv*; gift cards',
  },
  {
    name: 'badges and rankings',
    cues: 'badge/badges; ranking/rankings; grid/grids; quadrant*; awards; scoring; score/scores; algorithm',
  },
  {
    name: 'profile pages',
    cues: 'profile page/pages; profile/profiles; our profile; our page; product page; company page; listing page',
  },
  { name: 'product categories', cues: 'category/categories; categori*; taxonomy; tags; tagging; labels' },
  {
    name: 'traffic and visibility',
    cues: 'traffic; impressions; visibility; visitors; page views; brand awareness; exposure; clicks',
  },
  // administration and buying
  { name: 'single sign-on', cues: 'sso; single sign; saml; okta; active directory; azure ad; ldap; scim' },
  {
    name: 'two-factor codes',
    cues: '2fa; two factor; two step; mfa; multi factor; otp; verification code/codes/email; authenticator; captcha',
  },
  {
    name: 'user roles and access',
    cues: 'user role*/permission*/management/access/group*; role/roles; permission level*/set*; admin/admins/administrator*; access control*; user rights',
  },
  { name: 'audit and compliance', cues: 'audit*; gdpr; hipaa; soc 2; soc2; complian*; data residency; encrypt*' },
  {
    name: 'plan limits',
    cues: 'free plan/tier/version/account; paid plan/tier/version; tier/tiers; plan/plans; package/packages; user limit*; usage limit*; contact limit*; per user/seat',
  },
  {
    name: 'contract and renewal',
    cues: 'contract/contracts; renew*; annual contract/plan/commitment; long term; locked in; price increase*; price hike*; notice period',
  },
  {
    name: 'add-on costs',
    cues: 'add on/ons; addon/addons; extra cost*/fee*/charge*; additional cost*/fee*; hidden cost*/fee*; module/modules; upcharge*; nickel and',
  },
  { name: 'trial', cues: 'free trial; trial; trial period; demo; essai' },
  {
    name: 'learning curve',
    home: 'onboarding',
    cues: 'learning curve*; learn/learning; steep; getting used; get used; takes/took/take ~2 time; beginner*; new users',
  },
  {
    name: 'setup',
    cues: 'setup; set up; setting up; implement*; configuration; initial setup; deployment process; getting started',
  },
  {
    name: 'training material',
    cues: 'training; tutorial*; guide/guides/guidance; walkthrough*; how to video*; webinar*; certification; explainer*; onboarding session*',
  },
  {
    name: 'account managers',
    cues: 'account manager*; account rep*; sales rep*/team/people; customer success; csm; csms; representative*',
  },
  {
    name: 'response times',
    cues: 'response time*; slow response*/repl*; slow to respond/reply; wait time*; waiting for ~1 response/reply; on hold; days to respond/reply',
  },
  { name: 'spreadsheets', cues: 'excel; csv; spreadsheet*; google sheets; export ~2 excel/csv/pdf' },
  { name: 'CRM systems', cues: 'salesforce; hubspot; dynamics; marketo; pipedrive; crm integration; zoho; pardot' },
  {
    name: 'office suites',
    cues: 'outlook; office 365; google workspace; g suite; gsuite; sharepoint; google calendar; google drive; microsoft teams; slack',
  },
  {
    name: 'mobile app',
    cues: 'mobile app/version/site/experience/view/device*; phone app; app version; on mobile; mobile application',
  },
  {
    name: 'desktop app',
    cues: 'desktop app/version/client/application; windows app; mac app; web version; web app; browser extension*; chrome extension*; linux',
  },
  {
    name: 'bulk actions',
    cues: 'bulk; mass edit*/update*/import*/delete*; batch; multiple items; select all; at once',
  },
  {
    name: 'undo and editing',
    cues: 'undo; redo; copy paste; copy and paste; shortcut*; hotkey*; keyboard shortcut*; drag; rename*; sort/sorting',
  },
  {
    name: 'filtering and views',
    cues: 'filter/filters/filtering; sort by; saved view*; views; columns; pagination; grouping',
  },
  {
    name: 'AI features',
    cues: 'ai feature*/assistant*/agent*/tool*; artificial intelligence; chatgpt; copilot; machine learning; ai assistant; ai generated; suggestions ai',
  },
  {
    name: 'large data sets',
    cues: 'large dataset*; large account*/file/files/number/amount; big data/file/files; performance with',
  },
];
