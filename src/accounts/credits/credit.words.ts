import { counted } from '#platform/text/counted.text.js';

/** A number of credits in words, such as `1 credit`. */
export const creditsInWords = (count: number): string => counted(count, 'credit');

/** The price of an operation in words. */
export const costOf = ({ price }: { price: number }): string => creditsInWords(price);
