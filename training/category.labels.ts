import { join } from 'node:path';
import { hashText, mix } from '../src/analysis/model/hashed.features.js';
import { BUSINESS_SENTENCES } from './business.sentences.js';
import { type DataFolder, type DataRow, opinionSentences } from './data.js';
import { readSections } from '../src/analysis/lexicon/lexicon.files.js';

/** A complaint and the categories that it names. */
export interface CategoryText {
  title: string | null;
  text: string;
  rating: number | null;
  isBusiness: boolean;
  categories: readonly string[];
}

/** The heading of texts without a complaint. */
const NONE = 'none';
const SETS = ['aware', 'mini-bar-en', 'bulk-youtube-dated', 'maalej-2016', 'bulk-is22'];

/** The entries of a file whose headings are lists of categories, with their categories. */
function readCategories(file: string): [string, string[]][] {
  return readSections(join(import.meta.dirname, file), 'en').flatMap(({ name, entries }) => {
    const categories = name.split(', ').filter((id) => id !== NONE);
    return entries.map(({ text }): [string, string[]] => [text, categories]);
  });
}

/** The key of a written sentence in `category-labels.txt`. */
function sentenceKey(text: string): string {
  return `business-${mix(hashText(text)).toString(16).padStart(8, '0')}`;
}

/** The labeled complaints: reviews and sentences of the data sets, by their keys, and the sentences written for this project. */
export function categoryTexts(data: DataFolder): CategoryText[] {
  const labels = new Map(readCategories('category-labels.txt'));
  const found = (key: string, row: Omit<CategoryText, 'categories'>): CategoryText[] => {
    const categories = labels.get(key);
    return categories ? [{ ...row, categories }] : [];
  };
  const written = { title: null, rating: null, isBusiness: true };
  return [
    ...SETS.flatMap((set) => data.rows(`reviews/${set}`)).flatMap((row) => [
      ...found(row.external_id, { ...reviewOf(row), title: row.title ?? null }),
      ...opinionSentences(row).flatMap(({ text }, index) =>
        found(`${row.external_id}#${index}`, { ...reviewOf(row), title: null, text }),
      ),
    ]),
    ...BUSINESS_SENTENCES.flatMap(({ text }) => found(sentenceKey(text), { ...written, text })),
    ...readCategories('business-answers.txt').map(([text, categories]) => ({ ...written, text, categories })),
  ];
}

function reviewOf({ text, rating }: DataRow): Pick<CategoryText, 'text' | 'rating' | 'isBusiness'> {
  return { text, rating: rating ?? null, isBusiness: false };
}
