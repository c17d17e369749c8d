import { isAction } from '#analysis/needs/title.needs.js';
import { SIGNS } from './pitch.patterns.js';
import { familiesSaidIn } from './pitch.quotes.js';

/** The question of a battle card about a kind of problem, by its category. */
const BY_CATEGORY: Readonly<Record<string, string>> = {
  pricing: 'Which part of the price is hardest to justify for you?',
  billing: 'Has it been settled by now?',
  bugs: 'What does it keep you from doing when it happens?',
  performance: 'Which step keeps you waiting longest?',
  usability: 'Which everyday task takes more effort than it should?',
  features: 'How do you get the job done without it today?',
  customization: 'What would you change first if you could?',
  integrations: 'Which two tools would you connect first?',
  devices: 'Which device matters most to you?',
  sync: 'Where do you notice it first?',
  data: 'What did it cost you the last time it happened?',
  reporting: 'Which figure do you still put together by hand?',
  support: 'How long does a useful answer take you today?',
  onboarding: 'Where did getting started cost you the most time?',
  login: 'Does it still happen, or have you found a way around it?',
  privacy: 'What would you need to see in writing to be at ease?',
  notifications: 'Which message do you really need?',
  updates: 'What worked before that you miss most?',
  ads: 'Would you rather pay a little and see no ads, or keep it free?',
  collaboration: 'Who do you share with most, inside or outside the company?',
};
const OTHER_CATEGORY = 'What would have to be different for you to be happy with it?';

/** The question about a kind of problem, by its category. */
export const askAbout = (category: string): string => BY_CATEGORY[category] ?? OTHER_CATEGORY;

const LOST = 'lost';
const SETTLED = 'Has this been settled by now?';
const CANCELLED = 'Did you manage to cancel in the end?';

/** The questions about a complaint, by the families of problems whose failure it may say. It may be settled by the time the draft is read. */
const QUESTIONS: readonly { families: string; ask: string }[] = [
  {
    families:
      'login install opens loading uploads downloads saving deleting editing sharing calls sync connection playback sound controls',
    ask: 'Does that work now?',
  },
  { families: 'crashes', ask: 'Does it still happen, or did an update stop it?' },
  { families: 'slow', ask: 'Is it any faster now?' },
  { families: LOST, ask: 'Did you get any of it back?' },
  { families: 'refunds hacked orders', ask: SETTLED },
  { families: 'devices', ask: 'Does it work on your device now?' },
  { families: 'quality', ask: 'Has the quality improved since?' },
  { families: 'former', ask: 'What worked before that you miss most?' },
  { families: 'removed', ask: 'Has it come back, or have you found another way?' },
];
const BY_FAMILY: ReadonlyMap<string, string> = new Map(
  QUESTIONS.flatMap(({ families, ask }) => families.split(' ').map((family): [string, string] => [family, ask])),
);
/** The families of sentences that may say a failure or a wish. */
const MAY_WISH: ReadonlySet<string> = new Set(['', 'features', 'customization', 'integrations', 'search', 'selection']);
const ADDED = 'Has this been added since, or have you found another way?';
/** For a sentence that says that something is not as it should be. */
const FAULT = 'Is that still the case, or has it been fixed since?';
/** For a judgment, a plea or anything else, which nobody can fix as such. */
const OPINION = 'Has anything changed for you since?';
const FOUND_WAY = 'Have you found a way since?';
const HOW_TO = 'Did you find out in the end?';
const STORY = 'How did that turn out for you?';
const FAIR_PRICE = 'What would a fair price have been for you?';
const UNPAID = 'Did you find a way to do it without paying?';
const OF_SUPPORT = 'Did you get a proper answer in the end?';

/** The question about a sentence that complains, which stands next to it. */
export function askAboutComplaint(sentence: string): string {
  if (SIGNS['cannot-cancel'].test(sentence)) return CANCELLED;
  if (SIGNS['cannot-remove'].test(sentence)) return FOUND_WAY;
  if (SIGNS.charged.test(sentence)) return SETTLED;
  if (SIGNS['asks-how'].test(sentence)) return HOW_TO;
  const families = familiesSaidIn(sentence);
  // What is lost matters more than what else fails.
  const [family = '', ...others] = families.includes(LOST) ? [LOST] : families;
  const plain = plainQuestion(sentence, family);
  // "Answers" and "too many options" are in these families, too.
  if (family === 'support') return SIGNS['names-support'].test(sentence) ? OF_SUPPORT : plain;
  if (family === 'price' && others.length === 0) return SIGNS['names-price'].test(sentence) ? FAIR_PRICE : UNPAID;
  const isWish = SIGNS.lacks.test(sentence) && !SIGNS.rates.test(sentence);
  if (MAY_WISH.has(family)) return isWish ? ADDED : plain;
  // A question about one of several failures would pass over the others, and "only if you pay" is no failure.
  const isOne = others.length === 0 && !SIGNS['only-if'].test(sentence);
  return (isOne ? BY_FAMILY.get(family) : undefined) ?? plain;
}

function plainQuestion(sentence: string, family: string): string {
  if (family !== '' || SIGNS.denied.test(sentence) || SIGNS['tells-fault'].test(sentence)) return FAULT;
  return SIGNS['own-act'].test(sentence) && !SIGNS.complains.test(sentence) ? STORY : OPINION;
}

/** The question about a sentence that praises. */
export const PRAISED = 'What would make it even better for you?';
/** The question for a person who describes a thing that nobody makes. */
export const UNMET = 'Have you come across anything like it since?';
/** The question for a person who states another need. */
export const LOOKING = 'Have you found what you were looking for?';
/** The question for a person who asks about something else than what to use. */
export const ASKING = 'Did you get an answer that works for you?';
/** The question for a person who says that they want to buy something. */
export const BUYING = 'Have you decided yet, and what matters most to you?';

/** The question about a sentence whose writer leaves a product, or would on a condition. "Do not buy it" is advice to others. */
export function askLeaver(sentence: string, product: string | null): string {
  if (SIGNS['cannot-cancel'].test(sentence)) return CANCELLED;
  const isConditional = SIGNS.conditions.test(sentence);
  if (!isConditional && SIGNS['moved-on'].test(sentence)) return 'How is the change going so far?';
  if (SIGNS.charged.test(sentence)) return SETTLED;
  if (isConditional) return 'Did it come to that?';
  if (sentence !== '' && !SIGNS['own-leaving'].test(sentence)) return askAboutComplaint(sentence);
  return `Have you settled on something ${product === null ? 'else' : `in place of ${product}`} yet?`;
}

/** The question about something that a person looks for, such as "a help desk with a shared inbox". */
export function askAboutWanted(thing: string, isUnmet: boolean): string {
  if (isUnmet) return `How do you get by today without ${thing}?`;
  const found = `Have you since found ${thing}?`;
  return isAction(thing) ? found : `${found} If not, what was missing from the closest one?`;
}
