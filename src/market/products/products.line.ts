import { z } from 'zod';
import { optionalText, optionalUrl, requiredText } from '#platform/files/line.fields.js';

const MOST_CATEGORIES = 20;

const NAME_LENGTH = 200;
/** Compatibility forms can hold eighteen letters in one; names are compared, and indexed, with those spelt out. */
const isShortSpeltOut = (value: string | null): boolean => (value?.normalize('NFKC').length ?? 0) <= NAME_LENGTH;
const TOO_LONG = `is longer than ${NAME_LENGTH} characters when it is spelt out`;

/** Fields of a line that name a product. */
export const productName = requiredText(NAME_LENGTH).refine(isShortSpeltOut, TOO_LONG);
export const productMaker = optionalText(NAME_LENGTH).refine(isShortSpeltOut, TOO_LONG);

/** One line of a file of products. */
export const productLine = z.object({
  name: productName,
  maker: productMaker,
  description: optionalText(5_000),
  categories: z
    .array(requiredText(100), { error: 'must be a list of texts' })
    .max(MOST_CATEGORIES, `has more than ${MOST_CATEGORIES} entries`)
    .nullish()
    .transform((categories) => [...new Set(categories ?? [])]),
  logo_url: optionalUrl(),
  website: optionalUrl(),
});

export type ProductLine = z.infer<typeof productLine>;

/** A product as a review names it. */
export interface WantedProduct {
  name: string;
  maker: string | null;
  category: string | null;
}
