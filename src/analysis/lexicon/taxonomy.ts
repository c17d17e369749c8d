/** A category of pains. Themes are named after categories. */
export interface Category {
  id: string;
  name: string;
}

/** The taxonomy. The order of the categories breaks ties. */
export const CATEGORIES: readonly Category[] = [
  { id: 'pricing', name: 'Pricing and plan value' },
  { id: 'billing', name: 'Billing and cancellation' },
  { id: 'bugs', name: 'Bugs and crashes' },
  { id: 'performance', name: 'Speed and performance' },
  { id: 'usability', name: 'Ease of use and interface' },
  { id: 'features', name: 'Missing features' },
  { id: 'customization', name: 'Customization and flexibility' },
  { id: 'integrations', name: 'Integrations and export' },
  { id: 'devices', name: 'Device and platform support' },
  { id: 'sync', name: 'Sync and connectivity' },
  { id: 'data', name: 'Data accuracy and loss' },
  { id: 'reporting', name: 'Reporting and analytics' },
  { id: 'support', name: 'Customer support' },
  { id: 'onboarding', name: 'Onboarding and documentation' },
  { id: 'login', name: 'Login and account access' },
  { id: 'privacy', name: 'Privacy and security' },
  { id: 'notifications', name: 'Notifications and email' },
  { id: 'updates', name: 'Updates and regressions' },
  { id: 'ads', name: 'Ads and upselling' },
  { id: 'collaboration', name: 'Collaboration and sharing' },
  { id: 'other', name: 'Other complaints' },
];

const NAMES = new Map(CATEGORIES.map((category) => [category.id, category.name]));

/** Names of earlier releases, which stored analyses have. */
const FORMER_NAMES = [['Customisation and flexibility', 'customization']] as const;
const IDS: ReadonlyMap<string, string> = new Map([
  ...CATEGORIES.map(({ id, name }) => [name, id] as const),
  ...FORMER_NAMES,
]);

/** The id of a category by its display name, as stored analyses have it. */
export const categoryIdOf = (name: string): string | undefined => IDS.get(name);

/** The display name of a category. */
export function categoryName(id: string): string {
  return NAMES.get(id) ?? 'Other complaints';
}

/** Broad categories: a specific category takes precedence. */
export const GENERAL_CATEGORIES: ReadonlySet<string> = new Set(['features', 'bugs', 'usability', 'customization']);
