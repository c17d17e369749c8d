import { type PhraseList } from '../text/phrase.book.js';

/** Word classes of buying-signal phrases. `thing` is what people buy or look for. */
export const INTENT_CLASSES: Record<string, string> = {
  thing: `app apps application applications software program programs tool tools service services solution solutions platform platforms product products system systems plugin plugins extension extensions
    addon addons website websites site sites vendor vendors provider providers host hosts hosting crm crms erp suite suites package packages client editor editors manager trackers tracker utility utilities device devices
    laptop laptops notebook notebooks computer computers pc pcs printer printers scanner scanners phone phones tablet tablets monitor monitors router routers switch switches server servers nas drive drives ssd ssds keyboard keyboards
    headset headsets option options something anything one ones brand brands model models machine machines antivirus backup firewall vpn calendar calculator alternative alternatives replacement replacements template templates widget
    speakers agency processor gateway cart pos kit chromebook macbook ultrabook tablet camera book case bag`,
  who: 'anyone anybody someone somebody you yall u ya reddit guys folks everyone',
  ask: 'recommend* suggest* advise advice',
};

const LISTS: Record<string, string> = {
  recommend: `
    @who ~3 @ask; can/could/would/please/pls ~3 recommend/suggest; recommendation/recommendations; recommend me; suggestions for/on/of/would/are/appreciated/please/welcome; any/need/needing/some/your ~2 suggestion/suggestions/recommendation/recommendations; advice on ~1 what/which/choosing/buying
    what is/are ~2 best/good/decent/favorite/favourite/cheapest/easiest ~4 @thing; which ~4 should i/we; which ~4 do/would you; which ~2 is [the] best/better; which ~2 to buy/get/use/choose/pick; what ~4 should i/we; what ~4 do you use/guys/all/recommend; what do you ~2 use; what ~4 would you recommend/suggest/use/buy/get; what ~3 are you ~1 using
    best ~4 @thing ~2 for/to/out/available/that/under; good/decent/cheap/free/affordable/better ~3 @thing for/to/that/which/with; is there ~3 a/an/any/some ~4 @thing; are there any ~4 @thing; does anyone/anybody know/have/use; anyone know/have/use/using/tried/used/had; opinions/thoughts on; experience/experiences with; help me choose/pick/decide/find/buy; need/want help choosing/picking/deciding/finding/buying/selecting; need advice; worth it/buying/getting/the; or should i; what does everyone use`,
  seek: `
    looking/searching/hunting/shopping/look ~3 for; in the market; on the hunt; i/we ~3 need/want/require ~1 a/an/some/to; in need/search of; trying to find/choose/decide/pick; not ~2 find a/an/any/one/anything; where can i/we find/get/buy; thinking of/about buying/getting/purchasing/switching/moving/upgrading/investing/trying
    consider/considering buying/getting/purchasing/switching/moving/an/a/the/upgrading; planning/plan to/on buy*/get*/purchas*/switch*/mov*/upgrad*; about/going/want/wanting/ready/like/hoping/need to buy/purchase/upgrade/replace/order/invest; my/our/a/the budget; budget is/of/around/for; willing to pay/spend; i/we would ~1 pay/buy/spend; price range; under/around/up/to $; quotes from/for
    new/first/next laptop/computer/phone/system/server/pc; shopping around; evaluating; comparing; shortlist*; help me find; i need a/an/something`,
  switching: `
    alternative/alternatives to/for; replacement/replacements for/to; replace/replacing ~4 with/our/my; switch/switching/move/moving/migrat*/jumping ~3 from/away/to/over; instead of ~1 using/paying; get/getting rid/away/off of/from; ditch/ditching; leave/leaving ~1 for; fed up with; sick/tired of; vs/versus; better/cheaper than; similar to; something like; equivalent of/to/for; substitute*; moving away`,
  unmet: `
    somebody/someone ~1 make/build/create/develop/invent/makes; i wish there was/were; i wish someone/somebody/i/it; there ~1 should/needs/ought ~1 be; would be ~2 nice/great/awesome/cool/useful/handy/amazing/helpful; why is/are/has ~1 there/someone/no/nobody; why does/do/has ~1 not; idea/ideas for; app idea; idea; an/a/the ~1 app/program/site/website/device/software/extension/plugin/tool/service/game/machine/gadget/subreddit that/which/where/to/for/like
    i/we would ~1 love/like/want a/an/to/some/something; does this/something/such/anything ~2 exist; already exist; has anyone/someone made/built/created; imagine a/an/if; if only; if someone could/would/made/built; please make; pay for this/that/it; could be used; users could; people could`,
  hypothesis: `would; could; imagine; idea/ideas; somehow; envision; something like; users/people/you could/can/would; basically; concept; invention`,
  own: `just/already/finally bought/got/purchased/ordered/received; i/we bought/got/own/have/purchased ~2 a/an/the/my/one; my new/brand; we use/run/have`,
  buy: `want; wanna; need; gonna; going to; gotta; getting; buying; get/buy me; would like to; wait/waiting to/for/til; considering; tempted to; saving [up] for; preorder*; pre order*; order/ordered/ordering; upgrad* to; switch/switching to; purchase/purchased; i am getting/buying/ordering; should i get/buy; do i get/buy; wish i had; i want/need; i will buy/get/take; take my money; so excited; need this/that; for sale`,
  nobuy: `not ~3 buy/buying/get/getting/need/want/worth/paying/pay/spend/upgrade/upgrading; never ~2 buy/buying/get/getting/own; refuse to; no way; too expensive; overpriced; waste of; hate the/my/this; ugly; sucks; return/returned/returning my/it/the; rip off; ripoff; no thanks; pass on; do not need/want`,
  vendor: `we/i ~2 built/made/created/developed/launched/released/wrote/coded/started/designed; my/our ~1 app/startup/company/product/blog/site/website/project/tool/service/business; check ~1 out; feedback on/would; promo code; giveaway*; discount*; launch/launched/launching; ama; hiring; sign up; win a/an`,
  offtopic: `job/jobs; career/careers; degree*; interview*; salary/salaries; intern/interns/internship*; resume*; cv; college; university; grad; school; student/students; exam/exams; certification*; cpa; formula/formulas; cell/cells; column/columns; row/rows; vba; macro/macros; blog/blogs; lawsuit*; contract; nda; llc; taxes/tax; boss; coworker*; success story/stories; motivat*; stories; story; rant; psa; tip/tips/trick/tricks; weekly; guide to; how i; survey*; study; homework; engineer/engineers; day to day; equity; cofounder; co founder; hired; raise; promoted; manager; customer/customers`,
  trouble: `error/errors; crash*; not ~1 work*/boot*/start*/open*/load*/connect*/turn*; fix/fixed/fixing; problem/problems/issue/issues with; trouble; help with; how do/can/to; tutorial; guide; tips; figured out; solved; virus; broke`,
};

export const INTENT_CUES: readonly PhraseList[] = [
  ...Object.entries(LISTS).map(([name, phrases]) => ({ name, phrases })),
  { name: 'thing', phrases: '@thing' },
];
