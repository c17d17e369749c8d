import { lowerFirst } from '#platform/text/first.letter.js';

/** Fixed phrases of the drafter for one kind of problem. They state no facts about anyone. */
export interface Copy {
  /** Completes the subject `Your review of X: …`. */
  about: string;
  /** Advice that holds for any product. Used if no feature of the seller fits. Starts in lower case. Null for no advice. */
  idea: string | null;
  /** The one question of the draft. */
  ask: string;
  /** Words of the writer that the question is about. Other questions name what they are about. */
  on?: string;
}

/** What holds for a kind of problem, by its category: advice for any product (one sentence without its beginning and its full stop), and a question. */
const BY_CATEGORY: Record<string, { idea: string; ask: string }> = {
  pricing: {
    idea: 'write down the two or three things your team really uses, and ask every vendor to price just those',
    ask: 'Which part of the price is hardest to justify for you?',
  },
  billing: {
    idea: 'before signing anywhere, ask for the renewal date and the way to cancel in one written line',
    ask: 'Has it been settled by now?',
  },
  bugs: {
    idea: 'take the one task that breaks most often and run it ten times in any trial, before looking at anything else',
    ask: 'What does it keep you from doing when it happens?',
  },
  performance: {
    idea: 'time the slowest step of your day, then time the same step with your own data in any trial; the two numbers decide it',
    ask: 'Which step keeps you waiting longest?',
  },
  usability: {
    idea: 'give someone who has never seen the tool one everyday task and no help; where they get stuck tells you more than a demo',
    ask: 'Which everyday task takes more effort than it should?',
  },
  features: {
    idea: 'put the job to be done into one sentence, and hold every tool against that sentence alone',
    ask: 'How do you get the job done without it today?',
  },
  customization: {
    idea: 'list the two settings you could not live without and try only those first',
    ask: 'What would you change first if you could?',
  },
  integrations: {
    idea: 'pick the one hand-over that costs you most in a week and test just that, end to end, with real data',
    ask: 'Which two tools would you connect first?',
  },
  devices: {
    idea: 'try any candidate on the most awkward device you have before anything else',
    ask: 'Which device matters most to you?',
  },
  sync: {
    idea: 'try any candidate on the weakest network you have, change one thing there, and see whether it arrives',
    ask: 'Where do you notice it first?',
  },
  data: {
    idea: 'keep a copy of your own, and check ten entries that you know well before you trust any tool with the rest',
    ask: 'What did it cost you the last time it happened?',
  },
  reporting: {
    idea: 'start from the one figure you are asked for most, and count the steps it takes to get it',
    ask: 'Which figure do you still put together by hand?',
  },
  support: {
    idea: 'send every vendor the same real question during the trial and note how long a useful answer takes',
    ask: 'How long does a useful answer take you today?',
  },
  onboarding: {
    idea: 'ask to have the set-up shown on your own case instead of a sample account',
    ask: 'Where did getting started cost you the most time?',
  },
  login: {
    idea: 'test the way back in, the lost phone and the forgotten password, before you need it',
    ask: 'Does it still happen, or have you found a way around it?',
  },
  privacy: {
    idea: 'ask for one page that says what is stored, where, and who can read it, before anybody signs up',
    ask: 'What would you need to see in writing to be at ease?',
  },
  notifications: {
    idea: 'list the few messages that someone has to act on, and test exactly those in any trial',
    ask: 'Which message do you really need?',
  },
  updates: {
    idea: 'ask any vendor how changes are announced, and whether you may put them off',
    ask: 'What worked before that you miss most?',
  },
  ads: {
    idea: 'put a price on an hour without interruptions, and compare paid and free tools with that in mind',
    ask: 'Would you rather pay a little and have peace, or keep it free?',
  },
  collaboration: {
    idea: 'try any candidate with the one person you share with most; if it works for them, the rest is easy',
    ask: 'Who do you share with most, inside or outside the company?',
  },
};

const OTHER_ASK = 'What would have to be different for you to be happy with it?';

/** The question about a kind of problem, by its category. */
export const askAbout = (category: string): string => BY_CATEGORY[category]?.ask ?? OTHER_ASK;

/** The phrases for a quote that names no kind of problem: a short question about it. */
export const QUESTION: Copy = {
  about: 'a question about it',
  idea: null,
  ask: 'What would have to change for you?',
};

/** The same for words that ask the maker for something, that praise, and that say what is not so. */
export const ASKED_FOR: Copy = { ...QUESTION, ask: 'Has anything come of it since, and what would help most?' };
export const PRAISED: Copy = { ...QUESTION, ask: 'What would make it even better for you?' };
export const DENIED: Copy = { ...QUESTION, ask: 'Is that still so, and what do you do about it?' };

/** The phrases for a person who asks for a recommendation. */
export const SEARCHING: Copy = {
  about: 'what you are looking for',
  idea: 'name the one thing it must do, compare three at most on exactly that, and leave the rest of their feature lists alone',
  ask: 'Have you found one that fits, and if not, what did the closest one lack?',
};

/** The phrases for a person who asks about something else than what to use. */
export const ASKING: Copy = {
  about: 'your question',
  idea: null,
  ask: 'Did you get an answer that works for you?',
};

/** The phrases for a person who says that they want to buy something. */
export const BUYING: Copy = {
  about: 'what you want to buy',
  idea: null,
  ask: 'Have you decided yet, and what matters most to you?',
};

/** The phrases for an unmet need. */
export const UNMET: Copy = {
  about: 'what you wish existed',
  idea: 'find the one step of it that would help most on its own; it is far easier to find, or to build, than the whole',
  ask: 'How do you get by without it today?',
};

/** The phrases for a person who is leaving a product without saying why. */
export const LEAVING: Copy = {
  about: 'what comes next',
  idea: 'write down what must not get worse by changing before you look at what should get better; the list is short and saves weeks',
  ask: 'What matters most to you in whatever comes next?',
};

/** The same, with the name of the product. */
export const leavingOf = (product: string): Copy => ({
  ...LEAVING,
  ask: `What must a replacement for ${product} do better?`,
});

/** Phrases about words of the writer. */
export const citing = (words: string, copy: Copy): Copy => ({ ...copy, about: `“${words}”`, on: words });

/** The question of a draft, with the words that it is about. */
export const questionIn = ({ ask, on }: Copy): string => (on === undefined ? ask : `On “${on}”: ${lowerFirst(ask)}`);

/** Ideas and questions for a problem, by the form of its clause. The first that fits counts. */
const BY_FORM: readonly { form: RegExp; idea: string; ask: (clause: string) => string }[] = [
  {
    form: /^you cannot /,
    idea: 'have any vendor show you just this one step, with your own data, before anything else',
    ask: (clause) => `What do you do today when ${clause}?`,
  },
  {
    form: / do(?:es)? not | keeps? | (?:crash|freez|hang|lag|stall)(?:e?s)?$| (?:come|pop)s? up$| (?:fail|loop|break|disappear)s?$/,
    idea: 'take the task during which it happens and run it ten times in any trial, before looking at anything else',
    ask: (clause) => `How often does it happen that ${clause}?`,
  },
  {
    form: /^it is (?:hard|difficult) to /,
    idea: 'count the steps that it takes today, and count them again in any trial',
    ask: (clause) => `How much time does it cost you that ${clause}?`,
  },
  {
    form: /^there (?:is|are) not enough /,
    idea: 'write down how much would be enough for you, and ask every vendor for exactly that',
    ask: (clause) => `How much does it get in your way that ${clause}?`,
  },
  {
    form: /^/,
    idea: 'look at this one point first in any trial, with your own data',
    ask: (clause) => `How much does it get in your way that ${clause}?`,
  },
];

/**
 * The phrases for a problem that is stated as a clause, such as "you cannot export invoices".
 * @param topic the category that the quote surely names, or null
 * @param left the product that the writer may leave, or null
 */
export function problemCopy(clause: string, topic: string | null, left: string | null): Copy {
  const form = BY_FORM.find(({ form: each }) => each.test(clause));
  return {
    about: clause,
    idea: BY_CATEGORY[topic ?? '']?.idea ?? form?.idea ?? null,
    ask: left === null ? (form?.ask(clause) ?? '') : `Is it the main reason to leave ${left} that ${clause}?`,
  };
}

/** The phrases for something that is missing, such as "dark mode". */
export const lackCopy = (thing: string, left: string | null): Copy => ({
  about: `without ${thing}`,
  idea: `put ${thing} at the top of the list that you hand to every vendor`,
  ask:
    left === null
      ? `How do you get by without ${thing} today?`
      : `Is being without ${thing} the main reason to leave ${left}?`,
});

/** The phrases for something that a person looks for, such as "a help desk with a shared inbox". */
export const wantedCopy = (thing: string, isUnmet: boolean): Copy => ({
  about: thing,
  idea: 'try the closest candidates on one real case of yours, and leave the rest of their feature lists alone',
  ask: isUnmet
    ? `How do you get by without ${thing} today?`
    : `Have you found ${thing} by now, and if not, what did the closest one lack?`,
});
