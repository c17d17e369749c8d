/**
 * The form in which texts are compared whatever their case: used on what is stored and on what is asked, so both sides
 * always agree. The two small sigmas of Greek are one letter here.
 */
export const folded = (text: string): string => text.trim().toLowerCase().replaceAll('ς', 'σ');
