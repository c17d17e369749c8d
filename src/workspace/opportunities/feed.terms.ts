/**
 * The index of terms knows every run of five letters of an opportunity's text, and what its other fields hold. Asked for
 * a rare text and some filters at once it hands over what has all of them, and hardly more.
 */
export const TERMS = `opportunity_terms(opportunity.search_text, opportunity.source, opportunity.product_id,
    opportunity.country, opportunity.industry, opportunity.frustration_tier, opportunity.has_buying_signal, opportunity.rating)`;

const RUN = 5;
const MIDDLE = 2;
/** Runs a piece is asked for by; each more costs, and leaves hardly fewer texts to compare. */
const MOST_RUNS = 3;
/** Letters of a field's value that the index keeps. */
const FIELD_LETTERS = 100;
/** Begins what is not a run of letters, and stands in no run: a text that has it is indexed with another instead. */
const MARK = '\u0001';
const INSTEAD = '\u0002';
/** What a text has that is too long to be indexed to its end. */
const LONG = quoted(`${MARK}long`);

/**
 * What the index of terms is asked for, as the text of a `tsquery`: any of the pieces, and for each field one of its
 * values (null: whatever).
 */
export function termsAsked(
  pieces: readonly string[],
  fields: Readonly<Record<string, readonly (string | boolean)[] | null>>,
): string {
  const texts = [...pieces.map((piece) => runsOf(piece).join(' & ')), LONG];
  const values = Object.entries(fields).flatMap(([field, wanted]) =>
    wanted ? [wanted.map((value) => quoted(`${MARK}${field}=${firstLetters(String(value))}`))] : [],
  );
  return [texts, ...values].map((alternatives) => `(${alternatives.join(' | ')})`).join(' & ');
}

/**
 * Runs of letters that every text with `piece` has: first those across two words, which fewest texts share, then some
 * spread over the piece. A short piece begins some run.
 */
function runsOf(piece: string): string[] {
  const letters = Array.from(piece.replaceAll(MARK, INSTEAD));
  const last = letters.length - RUN;
  if (last <= 0) return [`${quoted(letters.join(''))}:*`];
  const runs = Array.from({ length: last + 1 }, (_, place) => letters.slice(place, place + RUN));
  const acrossWords = runs.filter((run) => run[MIDDLE] === ' ');
  const steps = Math.min(MOST_RUNS - 1, Math.ceil(last / 2));
  const spread = Array.from({ length: steps + 1 }, (_, step) => runs[Math.floor((last * step) / steps)] ?? []);
  const chosen = new Set([...acrossWords, ...spread].map((run) => run.join('')));
  return [...chosen].slice(0, MOST_RUNS).map(quoted);
}

const firstLetters = (value: string): string => Array.from(value).slice(0, FIELD_LETTERS).join('');

function quoted(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`;
}
