/**
 * The form in which texts are compared whatever their case: used on what is stored and on what is asked, so both sides
 * always agree. Upper case first, so that ß equals SS and every sigma is one.
 */
export const folded = (text: string): string =>
  text.trim().normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
