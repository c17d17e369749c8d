import { z } from 'zod';
import { optionalText, optionalUrl, requiredText } from '#platform/files/line.fields.js';
import type { RecordLayout } from '#platform/files/record.layout.js';

const MAX_CATEGORIES = 20;

const NAME_LENGTH = 200;
/** A compatibility character can expand to eighteen letters. Names are compared and indexed in the expanded form. */
const isShortWhenExpanded = (value: string | null): boolean => (value?.normalize('NFKC').length ?? 0) <= NAME_LENGTH;
const TOO_LONG = `is longer than ${NAME_LENGTH} characters in its normalized form`;

/** The fields of a line that identify a product. */
export const productName = requiredText(NAME_LENGTH).refine(isShortWhenExpanded, TOO_LONG);
export const productMaker = optionalText(NAME_LENGTH).refine(isShortWhenExpanded, TOO_LONG);

/** One line of a file of products. */
const productLine = z.object({
  name: productName,
  maker: productMaker,
  description: optionalText(5_000),
  categories: z
    .array(requiredText(100), { error: 'must be a list of texts' })
    .max(MAX_CATEGORIES, `has more than ${MAX_CATEGORIES} entries`)
    .nullish()
    .transform((categories) => [...new Set(categories ?? [])]),
  logo_url: optionalUrl(),
  website: optionalUrl(),
});

export type ProductLine = z.infer<typeof productLine>;

/** The layout of a file of products. */
export const productLayout: RecordLayout<ProductLine> = {
  schema: productLine,
  fields: Object.keys(productLine.shape),
  required: ['name'],
  lists: ['categories'],
  aliases: {
    name: ['product', 'product name', 'app', 'app name', 'software'],
    maker: ['vendor', 'company', 'developer', 'publisher', 'seller'],
    description: ['summary', 'about'],
    categories: ['category', 'tags'],
    logo_url: ['logo'],
    website: ['url', 'homepage', 'site'],
  },
};

/** A reference to a product in a review. */
export interface ProductReference {
  name: string;
  maker: string | null;
  category: string | null;
}
