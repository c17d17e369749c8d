/** Languages the engine has words for; `other` is any further one, `und` too little text to tell. */
export type Language = 'en' | 'fr' | 'de' | 'es' | 'pt' | 'it' | 'other' | 'und';

const STOP_WORDS: [Language, string][] = [
  [
    'en',
    'the and is to it this for not with you my was are have but in of i do does be can on so just after will very good great',
  ],
  [
    'fr',
    'le la les des est et pas une je pour que avec très sur dans ne mais depuis bien ce se plus du mon ma au il elle ça application',
  ],
  [
    'de',
    'der die das und ist nicht ich mit ein eine sehr auf für aber auch leider es zu kann gut man bei nach seit keine',
  ],
  ['es', 'el los las es y no que una muy para con pero por mi se lo la de en un cuando está me aplicación'],
  ['pt', 'os as não é muito uma para com mas meu um eu você o a de que do no na está aplicativo'],
  ['it', 'il gli è non che una molto per con ma sono di mi la un si ho le anche della applicazione'],
];
const LANGUAGES_OF = new Map<string, Language[]>();
for (const [language, words] of STOP_WORDS) {
  for (const word of words.split(' ')) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}
const WORDS_READ = 120;
const LETTERS_READ = 400;
const ENOUGH_WORDS = 6;

/** Guesses the language from stop words; good enough to know when the cue lists are worthless. */
export function detectLanguage(text: string, words: readonly string[]): Language {
  const letters = text.slice(0, LETTERS_READ).match(/\p{L}/gu) ?? [];
  if (letters.length < 2) return 'und';
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
  if (latin < letters.length / 2) return 'other';
  const counts = new Map<Language, number>();
  const read = words.slice(0, WORDS_READ);
  for (const word of read) {
    for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: Language = 'und';
  let most = 0;
  for (const [language] of STOP_WORDS) {
    const count = counts.get(language) ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  const spoken = read.filter((word) => /\p{L}/u.test(word)).length;
  if (spoken >= ENOUGH_WORDS && most / spoken < 0.08) return most === 0 ? 'other' : best;
  return best;
}
