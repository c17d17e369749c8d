/**
 * Folds a text for case-insensitive comparison. Applied to stored texts and to search texts alike. Converts to upper
 * case first, so that ß equals SS and all forms of sigma are equal.
 */
export const folded = (text: string): string =>
  text.trim().normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
