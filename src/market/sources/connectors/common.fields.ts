import type { SettingField, Settings } from './connector.js';

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

/** The number of an app in the App Store. */
export const APP_STORE_APP: SettingField = {
  name: 'app',
  label: 'App',
  hint: 'The number of the app in the address of its page.',
  example: '904237743',
  isRequired: true,
  pattern: /^(?:id)?\d{5,12}$/,
  rule: 'must be the number of an app',
  normalize: (value) => value.replace(/^id/, ''),
};

/** An app of the App Store. Its feed and its API give one review two ids. */
export const appStorePlace = ({ app = '' }: Settings): string => `app-store:${app}`;

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
