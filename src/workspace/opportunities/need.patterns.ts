/** The kinds of needs of writers, the firmest first. */
export const NEEDS = ['alternative', 'recommendation', 'leaving', 'purchase', 'consideration', 'gap'] as const;
export type Need = (typeof NEEDS)[number];

/** Things that people buy or use. */
const THING =
  '(?:apps?|applications?|software|tools?|programs?|services?|(?:web ?)?sites?|extensions?|add-?ons?|plug-?ins?|clients?|' +
  'platforms?|solutions?|products?|systems?|brands?|laptops?|phones?|tablets?|computers?|devices?|cameras?|books?|kits?|' +
  'launchers?|keyboards?|controllers?|crms?|erps?|vendors?|providers?|suppliers?|agency|agencies|hosts?|hosting|desks?|' +
  'packages?|suites?|games?|courses?|routers?|printers?|monitors?|converters?|editors?|widgets?)';
const WORDS = "(?:[\\w'/()-]+,? ){0,8}";
/** The plan to get something. "Need to file" is no need for a product. */
const GET = '(?:buy|get|order|purchase|upgrade|replace|find|switch|try|move to|just buy|just get)\\b';
const NO_PLAN = `(?! (?:to (?!${GET})|someone|somebody|help|you|y'all|people|your|him|her|them|anything|nothing|all|everything)\\b)`;
const WRITER = "(?:i|we|im|i'm|we're)(?: [\\w']+){0,4}";

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'i');

/** Sentences that state a need. The evidence has passed the analysis engine before, which is less strict. */
export const STATES: Record<Need, RegExp> = {
  alternative: anyOf(
    '\\b(?:alternatives?|replacements?|substitutes?) (?:to|for)\\b',
    '\\b(?:any|an|some|better|cheaper|other|need|good|for) (?:\\w+ ){0,2}(?:alternatives?|replacements?|substitutes?)\\b',
    '^\\S+ alternatives?\\?',
  ),
  recommendation: anyOf(
    '\\b(?:any|some|need|your|for|of|appreciate|open to) (?:\\w+[ /]){0,2}(?:suggestions?|recommendations?|recs|advice)\\b',
    "^(?:[\\w'-]+ ){0,4}recommendations?\\?",
    "\\b(?:can|could|would|do|does|please|pls|you|anyone|anybody|someone|somebody|to) (?:[\\w']+ ){0,2}(?:recommend|suggest)\\b",
    '(?<!not )\\b(?:looking|searching|hunting|shopping|in the market) (?:\\w+ )?for (?!(?:me|you|him|her|it|this|ways?|someone to)\\b)',
    `\\b(?:looking|searching|hoping) to (?:just )?${GET}`,
    '\\b(?:struggling|trying) to find (?:an?|some|any)\\b|\\bseeking\\b|\\blooking beyond\\b',
    `\\b(?:is|are) there (?:(?:an?|any|some|such|another) ${WORDS})?${THING}\\b|\\b(?:need|needing) help (?:finding|choosing)\\b`,
    '\\b(?:which|what)\\b[^.!?]*\\b(?:best|better)\\b[^.!?]*\\b(?:get|buy|choose|take)\\b',
    `\\bdoes (?:this|such an?|an?) ${WORDS}(?:${THING}|feature|exist)\\b`,
    `\\b(?:any|what|which|best|any good|free|whats|what's)\\b ${WORDS}${THING}\\b[^.!?]*\\?`,
    '\\b(?:what|which)\\b[^.!?]*\\b(?:do|would|should|are|did) (?:you|i|we|you guys|people|everyone)\\b[^.!?]*\\b' +
      '(?:use|using|used|buy|get|choose|prefer|recommend|go with|switch(?:ed)? to)\\b',
    "\\b(?:any(?:one|body)|any of you)(?: here| else)? (?:[\\w']+ ){0,3}(?:know of|knows of|use/have|use|uses|using|used|tried|" +
      'moved|switched|experience|luck|replaced?|any idea)\\b',
    "\\bbest (?:way|option|place|choice|value|quality|price) (?:to|for)\\b|\\bwhat(?:'s| is) the best\\b",
  ),
  leaving: anyOf(
    '\\b(?:switch(?:ing|ed)|mov(?:ing|ed)|migrat(?:ing|ed)|(?:will|to|might|may) (?:switch|move|migrate)) (?:\\w+ ){0,2}(?:from|to|away|off)\\b',
    '\\b(?:leaving|cancel?led|cancel?ling|ditch(?:ed|ing)?|get(?:ting)? rid of|done with|moved? away|stopped using|won.t renew|not renewing)\\b',
  ),
  purchase: anyOf(
    `\\b${WRITER} (?:want|need|wanna|needa|would like|would love)\\b${NO_PLAN}`,
    `\\b${WRITER} (?:(?:have|going|planning|about|ready|gotta|gonna|will|'ll) (?:to )?(?:go ahead and )?|need to |want to |wanna |would like to )(?:just )?${GET}`,
    `^(?:\\W+|@ ?\\w+ |(?:still|really|just|also|all i|damn|ok|so|hi|hey|everyone|literally) )*(?:want|need|needing|wanna|needa|wanted)\\b:?${NO_PLAN}`,
    `^(?:\\W+|@ ?\\w+ )*(?:gonna|going to|needa|need to) (?:just )?${GET}|^(?:buy|get) me\\b`,
    '\\bmakes? (?:me|us) (?:\\w+ )?want\\b|^the need for\\b|\\b(?:our|my|we have a|the) budget\\b|\\bbudget (?:range|is|of)\\b',
    `\\b(?:want|need|like|love) to have (?:an?|some) ${WORDS}${THING}\\b`,
    `\\b(?:hoping|planning|ready) to (?:just )?${GET}|\\bcan i (?:buy|get)\\b|\\bi(?:'d| would) (?:like|love) to ${GET}|\\bi'd like (?:an?|some)\\b`,
  ),
  consideration: anyOf(
    "\\bshould (?:i|we) (?:[\\w']+ ){0,5}(?:get|buy|go|use|switch)\\b",
    '\\bthinking (?:of|about) (?:buying|getting|switching|trying|upgrading|moving)\\b',
    "\\b(?:have been|am|are|'m|'re|been) (?:\\w+ )?considering\\b|\\btempted to (?:buy|get|switch)\\b",
    '\\b(?:deciding|torn|choosing|choice|choices) (?:\\w+ ){0,3}between\\b|\\bnarrowed (?:\\w+ ){0,3}down\\b',
    '\\bworth (?:buying|getting|the money|the price)\\b|\\ba good buy\\b|\\bbefore i (?:commit|buy)\\b|\\b(?:fix|repair) (?:\\w+ )?or buy\\b',
  ),
  gap: anyOf(
    '\\b(?:i|we) wish (?:there|i could (?:buy|use|have)|we could|it)\\b|\\bthere should be\\b|\\bcould it be created\\b',
    "(?:\\bwould|'d) (?:also )?be (?:really |so )?\\*?(?:great|nice|cool|awesome|useful|helpful)\\b",
    '\\b(?:someone should|somebody make)\\b|\\[smt\\]|^smt\\b|\\bidea for an? ',
    `^(?:\\[\\w+\\] )?(?:an?|the) ${WORDS}${THING} (?:that|which|to|aimed|for|where)\\b`,
    `^(?:\\[\\w+\\] )?${THING} (?:that|which)\\b|\\bno (?:${THING}) (?:that|does|can)\\b`,
  ),
};

/** The writer has it already, wins it, or speaks of others. Not applied to questions for a recommendation. */
export const DENIES = anyOf(
  "\\b(?:do|did|does|would|will)(?:n't| not) (?:\\w+ ){0,2}(?:want|need|buy|get)\\b",
  '\\bnever (?:\\w+ ){0,2}(?:want|buy|get|desired|need)|\\brefuse to\\b|\\bno longer (?:need|want)|\\b(?:used to want|wanted to)\\b',
  '\\bwas (?:going|getting ready|about) to\\b|\\b(?:trying|wants?|wanted) to get (?:us|me|you) to\\b|\\bmake you want\\b',
  '\\byou(?: will)? (?:need|want)\\b|\\bconvincing\\b|\\b(?:just got|came in|has arrived|is here|so excited)\\b',
);

/** Prizes attract all readers, whatever they need. */
export const OFFERS_PRIZE = /\b(?:giveaway|(?:enter|chance|opportunity|want) to win|could win|in the running)\b/i;
