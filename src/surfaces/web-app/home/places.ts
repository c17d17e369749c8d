import type { Right } from '#access/policy/rights.js';
import type { IconName } from '#platform/pages/icons.js';

/** A page or an action of the palette. The action is a form or a switch on the page with this address. */
export interface Place {
  label: string;
  href: string;
  icon: IconName;
  /** The right that a person needs for it. */
  right?: Right;
}

/** Actions first, then pages. */
export const PLACES: readonly Place[] = [
  { label: 'Generate a report: choose the product', href: '/products', icon: 'file', right: 'spend' },
  { label: 'Compare products', href: '/app/compare', icon: 'compare' },
  { label: 'Create an API key', href: '/app/settings/keys', icon: 'key', right: 'keys' },
  { label: 'Invite a person', href: '/app/settings/team', icon: 'team', right: 'people' },
  { label: 'Add a webhook', href: '/app/settings/webhooks', icon: 'hook', right: 'webhooks' },
  { label: 'Switch to dark', href: '/theme/dark', icon: 'mode' },
  { label: 'Switch to light', href: '/theme/light', icon: 'sun' },
  { label: 'Match the system', href: '/theme/auto', icon: 'settings' },
  { label: 'Home', href: '/', icon: 'home' },
  { label: 'Inbox', href: '/app/inbox', icon: 'inbox' },
  { label: 'Products', href: '/products', icon: 'box' },
  { label: 'Opportunities', href: '/app/opportunities', icon: 'opps' },
  { label: 'Saved searches', href: '/app/searches', icon: 'saved' },
  { label: 'Sources', href: '/app/sources', icon: 'sources' },
  { label: 'Pitches', href: '/app/pitches', icon: 'send' },
  { label: 'Credits', href: '/app/credits', icon: 'credits' },
  { label: 'Settings: API keys', href: '/app/settings/keys', icon: 'settings' },
  { label: 'Settings: Connections', href: '/app/settings/connections', icon: 'settings' },
  { label: 'Settings: Webhooks', href: '/app/settings/webhooks', icon: 'settings', right: 'webhooks' },
  {
    label: 'Settings: Destinations (Slack, HubSpot)',
    href: '/app/settings/destinations',
    icon: 'settings',
    right: 'webhooks',
  },
  { label: 'Settings: Sender profile', href: '/app/settings/sender', icon: 'settings' },
  { label: 'Settings: Do not contact', href: '/app/settings/suppressions', icon: 'settings' },
  { label: 'Settings: Team', href: '/app/settings/team', icon: 'settings' },
  { label: 'Settings: Security', href: '/app/settings/security', icon: 'settings' },
  { label: 'Settings: Audit', href: '/app/settings/audit', icon: 'settings', right: 'audit' },
  { label: 'Settings: Plan', href: '/app/settings/plan', icon: 'settings' },
  { label: 'Settings: My data', href: '/app/settings/my-data', icon: 'settings' },
  { label: 'API reference', href: '/docs', icon: 'book' },
];
