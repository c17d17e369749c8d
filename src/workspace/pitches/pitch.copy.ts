/** Fixed phrases of the drafter for one kind of problem. They state no facts about anyone. */
export interface Copy {
  /** Completes the subject `Your review of X: …`. */
  about: string;
  /** Follows the quote: a remark on the person's situation, without facts beyond the quote. May be empty. */
  opening: string;
  /** Advice that holds for any product. Used if no feature of the seller fits. Starts in lower case. Null for no advice. */
  idea: string | null;
  /** The one question of the draft. */
  ask: string;
}

const BY_CATEGORY: Record<string, Copy> = {
  pricing: {
    about: 'what it costs',
    opening: 'A price should be easy to explain to the person who pays it.',
    idea: 'write down the two or three things your team really uses, and ask every vendor to price just those',
    ask: 'Which part of the price is hardest to justify for you?',
  },
  billing: {
    about: 'billing and cancelling',
    opening: 'Money that moves without a clear yes costs trust first.',
    idea: 'before signing anywhere, ask for the renewal date and the way to cancel in one written line',
    ask: 'Has it been settled by now?',
  },
  bugs: {
    about: 'things that break',
    opening: 'A tool that breaks takes the time that it was bought to save.',
    idea: 'take the one task that breaks most often and run it ten times in any trial, before looking at anything else',
    ask: 'What does it keep you from doing when it happens?',
  },
  performance: {
    about: 'the waiting',
    opening: 'Waiting adds up, and no budget lists it.',
    idea: 'time the slowest step of your day, then time the same step with your own data in any trial; the two numbers decide it',
    ask: 'Which step keeps you waiting longest?',
  },
  usability: {
    about: 'ease of use',
    opening: 'A tool should not need a second explanation every week.',
    idea: 'give someone who has never seen the tool one everyday task and no help; where they get stuck tells you more than a demo',
    ask: 'Which everyday task takes more effort than it should?',
  },
  features: {
    about: 'what is missing',
    opening: 'It is often the one thing that the day depends on.',
    idea: 'put the job to be done into one sentence, and hold every tool against that sentence alone',
    ask: 'How do you get the job done without it today?',
  },
  customization: {
    about: 'making it fit',
    opening: 'Work rarely looks the way a tool expects it to.',
    idea: 'list the two settings you could not live without and try only those first',
    ask: 'What would you change first if you could?',
  },
  integrations: {
    about: 'getting data in and out',
    opening: 'Carrying data from one place to another by hand wears people out.',
    idea: 'pick the one hand-over that costs you most in a week and test just that, end to end, with real data',
    ask: 'Which two tools would you connect first?',
  },
  devices: {
    about: 'device support',
    opening: 'A tool is only as good as it is on the device at hand.',
    idea: 'try any candidate on the most awkward device you have before anything else',
    ask: 'Which device matters most to you?',
  },
  sync: {
    about: 'sync and connection',
    opening: 'A connection that cannot be trusted makes people check everything twice.',
    idea: 'try any candidate on the weakest network you have, change one thing there, and see whether it arrives',
    ask: 'Where do you notice it first?',
  },
  data: {
    about: 'data you can rely on',
    opening: 'Once something is wrong or gone, everything else has to be checked.',
    idea: 'keep a copy of your own, and check ten entries that you know well before you trust any tool with the rest',
    ask: 'What did it cost you the last time it happened?',
  },
  reporting: {
    about: 'reporting',
    opening: 'A report is only useful when it answers the question that was asked.',
    idea: 'start from the one figure you are asked for most, and count the steps it takes to get it',
    ask: 'Which figure do you still put together by hand?',
  },
  support: {
    about: 'getting help',
    opening: 'Silence from support is often worse than the trouble itself.',
    idea: 'send every vendor the same real question during the trial and note how long a useful answer takes',
    ask: 'How long does a useful answer take you today?',
  },
  onboarding: {
    about: 'getting started',
    opening: 'The first days decide whether a tool is used at all.',
    idea: 'ask to have the set-up shown on your own case instead of a sample account',
    ask: 'Where did getting started cost you the most time?',
  },
  login: {
    about: 'getting in',
    opening: 'Being shut out of your own work is a poor start to any day.',
    idea: 'test the way back in, the lost phone and the forgotten password, before you need it',
    ask: 'Does it still happen, or have you found a way around it?',
  },
  privacy: {
    about: 'privacy and security',
    opening: 'It is fair to ask who can read what you store.',
    idea: 'ask for one page that says what is stored, where, and who can read it, before anybody signs up',
    ask: 'What would you need to see in writing to be at ease?',
  },
  notifications: {
    about: 'notifications',
    opening: 'A message that comes too late, or among too many, is missed.',
    idea: 'list the few messages that someone has to act on, and test exactly those in any trial',
    ask: 'Which message do you really need?',
  },
  updates: {
    about: 'the recent changes',
    opening: 'A change that takes something away should at least be announced.',
    idea: 'ask any vendor how changes are announced, and whether you may put them off',
    ask: 'What worked before that you miss most?',
  },
  ads: {
    about: 'ads and upselling',
    opening: 'An interruption costs more than the seconds it lasts.',
    idea: 'put a price on an hour without interruptions, and compare paid and free tools with that in mind',
    ask: 'Would you rather pay a little and have peace, or keep it free?',
  },
  collaboration: {
    about: 'working together',
    opening: 'Work that several people share should not depend on one of them.',
    idea: 'try any candidate with the one person you share with most; if it works for them, the rest is easy',
    ask: 'Who do you share with most, inside or outside the company?',
  },
  other: {
    about: 'what could be better',
    opening: 'That is a fair thing to expect.',
    idea: 'describe one good week in a few lines, and hold every tool against those lines instead of its feature list',
    ask: 'What would have to be different for you to be happy with it?',
  },
};

const OTHER = BY_CATEGORY.other as Copy;

/** The phrases for a category, by its id. */
export const copyFor = (category: string): Copy => BY_CATEGORY[category] ?? OTHER;

/** The phrases for a quote that names no kind of problem: a short question about it. */
export const QUESTION: Copy = {
  about: 'a question about it',
  opening: '',
  idea: null,
  ask: 'Is it still like that for you, and what would help most?',
};

/** The phrases for a person who asks for a recommendation. */
export const SEARCHING: Copy = {
  about: 'what you are looking for',
  opening: 'Feature lists rarely answer that well.',
  idea: 'name the one thing it must do, compare three at most on exactly that, and leave the rest of their feature lists alone',
  ask: 'What came closest so far?',
};

/** The phrases for a person who asks about something else than what to use. */
export const ASKING: Copy = {
  about: 'your question',
  opening: '',
  idea: null,
  ask: 'Did you get an answer that works for you?',
};

/** The phrases for a person who says that they want to buy something. */
export const BUYING: Copy = {
  about: 'what you want to buy',
  opening: '',
  idea: null,
  ask: 'Have you decided yet, and what matters most to you?',
};

/** The phrases for an unmet need. */
export const UNMET: Copy = {
  about: 'what you wish existed',
  opening: 'Clearly put, and worth a proper answer.',
  idea: 'find the one step of it that would help most on its own; it is far easier to find, or to build, than the whole',
  ask: 'How do you get by without it today?',
};

/** The phrases for a person who is leaving a product without saying why. */
export const LEAVING: Copy = {
  ...OTHER,
  opening: 'Nobody changes a tool for fun; it means work before it means relief.',
  idea: 'write down what must not get worse by changing before you look at what should get better; the list is short and saves weeks',
  ask: 'What matters most to you in whatever comes next?',
};

/** The same, with the name of the product. A noun of the quote need not be the reason. */
export const leavingOf = (product: string): Copy => ({
  ...LEAVING,
  opening: `Leaving ${product} means work before it means relief.`,
  ask: `What must whatever comes after ${product} do better?`,
});

/** A question about a problem, which depends on whether it stops the person, comes and goes, or stays. */
function askAbout(clause: string): string {
  if (clause.startsWith('you cannot ')) return `What do you do today when ${clause}?`;
  return / do(?:es)? not | keeps? | (?:crash|freez)es| (?:fail|hang|loop|stall)s?$/.test(clause)
    ? `How often does it happen that ${clause}?`
    : `How much does it hold you up that ${clause}?`;
}

/** The phrases for a problem that is stated as a clause, such as "you cannot export invoices". */
export const problemCopy = (clause: string, left: string | null): Copy => ({
  about: clause,
  opening: `That ${clause} is reason enough to look around.`,
  idea: 'show every vendor this one case first, with your own data, and ask what happens there in theirs',
  ask: left === null ? askAbout(clause) : `Is the main reason for leaving ${left} that ${clause}?`,
});

/** The phrases for something that is missing, such as "dark mode". */
export const lackCopy = (thing: string, left: string | null): Copy => ({
  about: `without ${thing}`,
  opening: `Being left without ${thing} is reason enough to look around.`,
  idea: 'put it at the top of the list that you hand to every vendor',
  ask:
    left === null
      ? `How do you get by without ${thing} today?`
      : `Is it mainly for want of ${thing} that you leave ${left}?`,
});

/** The phrases for something that a person looks for, such as "a help desk with a shared inbox". */
export const wantedCopy = (thing: string, isUnmet: boolean): Copy => ({
  about: thing,
  opening: `Finding ${thing} takes more than a feature list.`,
  idea: 'try the closest candidates on one real case of yours, and leave the rest of their feature lists alone',
  ask: isUnmet
    ? `How do you get by without ${thing} today?`
    : `Have you found ${thing} by now, and if not, what did the closest one lack?`,
});

/** A short question about the noun of a quote that names no problem. */
export const questionAbout = (thing: string): Copy => ({
  ...QUESTION,
  ask: `Is it still like that with ${thing}, and what would help most?`,
});

/** The same, for a person who asks. */
export const askingAbout = (thing: string): Copy => ({
  ...ASKING,
  ask: `Did you get a good answer about ${thing}?`,
});
