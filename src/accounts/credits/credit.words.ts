/** A number of credits in words, such as `1 credit`. */
export const creditsInWords = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);

/** The price of an operation in words. */
export const costOf = ({ price }: { price: number }): string => creditsInWords(price);
