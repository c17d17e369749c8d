import type { SettingField } from './connector.js';

const ANY_TEXT = /^[^\p{Cc}]{1,200}$/u;
const TEXT_RULE = 'must have 1 to 200 characters';

/** The product that the texts are about. */
export const productField = (isRequired: boolean): SettingField => ({
  name: 'product',
  label: 'Product',
  hint: 'The product that the texts are about, by its name here.',
  example: 'Acme Boards',
  isRequired,
  pattern: ANY_TEXT,
  rule: TEXT_RULE,
});

export const MAKER_FIELD: SettingField = {
  name: 'maker',
  label: 'Maker',
  hint: 'The company that sells the product.',
  example: 'Acme Inc',
  isRequired: false,
  pattern: ANY_TEXT,
  rule: TEXT_RULE,
};

/** Texts that are not wanted. */
export const EXCLUDE_FIELD: SettingField = {
  name: 'exclude',
  label: 'Leave out',
  hint: 'Phrases separated by commas. A text with one of them is left out.',
  example: 'job offer, hiring',
  isRequired: false,
  pattern: /^[^\p{Cc}]{1,500}$/u,
  rule: 'must have 1 to 500 characters',
};

/** The phrases of `exclude`, in lower case. */
export const excludedPhrases = (settings: Readonly<Record<string, string>>): string[] =>
  (settings.exclude ?? '')
    .split(',')
    .map((phrase) => phrase.trim().toLowerCase())
    .filter((phrase) => phrase !== '');
