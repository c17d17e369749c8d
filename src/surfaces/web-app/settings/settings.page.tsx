import type { VNode } from 'preact';
import { type Answer, page } from '../kernel/answers.js';
import { type SettingsTab, TAB_TITLES } from './settings.tabs.js';

/** A page of the settings. On a phone, the button opens the menu of the settings, without JavaScript. */
export const settingsPage = (tab: SettingsTab, content: VNode, title = `${TAB_TITLES[tab]} · Settings`): Answer =>
  page(
    title,
    <>
      <button
        class="tabs-button"
        type="button"
        popovertarget="settings-tabs"
        aria-label={`Settings page: ${TAB_TITLES[tab]}`}
      >
        {TAB_TITLES[tab]} <span aria-hidden="true">▾</span>
      </button>
      <h1>{TAB_TITLES[tab]}</h1>
      {content}
    </>,
    { section: 'settings', tab },
  );
