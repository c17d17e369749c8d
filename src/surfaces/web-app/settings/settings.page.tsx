import type { ComponentChildren, VNode } from 'preact';
import { type Answer, page } from '../kernel/answers.js';

export type SettingsTab =
  'keys' | 'connections' | 'webhooks' | 'sender' | 'team' | 'security' | 'audit' | 'plan' | 'suppressions' | 'my-data';

const TAB_TITLES: Record<SettingsTab, string> = {
  keys: 'API keys',
  connections: 'Connections',
  webhooks: 'Webhooks',
  sender: 'Sender profile',
  suppressions: 'Do not contact',
  team: 'Team',
  security: 'Security',
  audit: 'Audit',
  plan: 'Plan',
  'my-data': 'My data',
};

/** The pages of the settings: a row of tabs, on a phone a sheet that a button opens, without JavaScript. */
function SettingsTabs({ tab, children }: { tab: SettingsTab; children: ComponentChildren }): VNode {
  return (
    <>
      <h1>Settings</h1>
      <button
        class="tabs-button"
        type="button"
        popovertarget="settings-tabs"
        aria-label={`Settings page: ${TAB_TITLES[tab]}`}
      >
        {TAB_TITLES[tab]}
      </button>
      <nav id="settings-tabs" class="tabs" popover="auto" aria-label="Settings">
        {Object.entries(TAB_TITLES).map(([name, label]) => (
          <a key={name} href={`/app/settings/${name}`} aria-current={name === tab ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </>
  );
}

/** A page of the settings. */
export const settingsPage = (tab: SettingsTab, content: VNode, title = `${TAB_TITLES[tab]} · Settings`): Answer =>
  page(title, <SettingsTabs tab={tab}>{content}</SettingsTabs>, { section: 'settings' });
