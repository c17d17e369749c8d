/** Words of questions that no text is about. */
const COMMON = new Set(
  (
    'about after also and any are because been best but can could does for from get has have how into its like more most need ' +
    'not one other our out over people product products review reviews reviewers say says should software some team teams than ' +
    'that the their them they this tool tools use used users using want wants was were what when where which who why will with ' +
    'would you your'
  ).split(' '),
);
const MIN_LENGTH = 3;
const MAX_WORDS = 8;

const lowered = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu) ?? [];

/** The words of a question that may be a name or a topic, at most eight. */
export const wordsOf = (question: string): string[] =>
  [...new Set(lowered(question))].filter((word) => word.length >= MIN_LENGTH && !COMMON.has(word)).slice(0, MAX_WORDS);

/** Whether all words of a product's name are in the question. */
export function namesProduct(question: string, name: string): boolean {
  const asked = new Set(lowered(question));
  const words = lowered(name);
  return words.length > 0 && words.every((word) => asked.has(word));
}

/** The words of a question that are not part of a product's name. */
export function topicWordsOf(question: string, names: readonly string[]): string[] {
  const ofNames = new Set(names.flatMap(lowered));
  return wordsOf(question).filter((word) => !ofNames.has(word));
}
