/** The pages of the settings in their groups, as the rail lists them. Billing is there if teams can pay in the app. */
export const SETTINGS_GROUPS = {
  You: { sender: 'Sender profile', security: 'Security', 'my-data': 'My data' },
  Team: {
    team: 'Team',
    plan: 'Plan',
    billing: 'Billing',
    destinations: 'Destinations',
    suppressions: 'Do not contact',
    audit: 'Audit',
  },
  Developers: { keys: 'API keys', webhooks: 'Webhooks', connections: 'Connections' },
} as const;

type TabsOf<Group> = Group extends Record<string, string> ? keyof Group : never;

export type SettingsTab = TabsOf<(typeof SETTINGS_GROUPS)[keyof typeof SETTINGS_GROUPS]>;

/** The name of each page of the settings. */
export const TAB_TITLES = Object.assign({}, ...Object.values(SETTINGS_GROUPS)) as Record<SettingsTab, string>;
