import { may, type Right } from '#access/policy/rights.js';
import type { MemberRole } from '#platform/caller/caller.js';

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

/** The pages that only some people may open. */
const TAB_RIGHTS: Partial<Record<string, Right>> = {
  billing: 'ownership',
  destinations: 'webhooks',
  audit: 'audit',
  webhooks: 'webhooks',
};

/** Whether a person of this role may open a page of the settings. */
export function mayOpenTab(role: MemberRole | undefined, tab: string): boolean {
  const right = TAB_RIGHTS[tab];
  return right === undefined || may(role, right);
}

/** The page with which the settings open: the keys for people who manage them, else what everyone can use. */
export const firstSettingsPage = (role: MemberRole | undefined): string =>
  may(role, 'keys') ? '/app/settings/keys' : '/app/settings/security';
