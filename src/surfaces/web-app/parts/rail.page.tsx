import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import type { MemberRole } from '#platform/caller/caller.js';
import { Brand } from '#platform/pages/document.page.js';
import { Icon } from '#platform/pages/icon.page.js';
import type { IconName } from '#platform/pages/icons.js';
import { INBOX, MAX_UNREAD } from '../home/inbox.address.js';
import type { Section } from '../kernel/page.route.js';
import { firstSettingsPage, mayOpenTab, SETTINGS_GROUPS, type SettingsTab } from '../settings/settings.tabs.js';
import { AccountMenu } from './account-menu.page.js';
import { LockMark, PAID_SECTIONS } from './locked-sections.page.js';
import { Meter } from './meter.page.js';
import type { PageContext } from './page-context.js';
import type { RailFacts } from './rail.reader.js';

interface RailProps {
  section: Section | undefined;
  /** The page of the settings that is shown. */
  tab: SettingsTab | undefined;
  team: NonNullable<PageContext['team']>;
  rail: RailFacts;
}

/** The navigation of a member: a rail on a screen, on a phone a head and a bar at the foot. In the settings it is their menu. */
export function Rail({ section, tab, team, rail }: RailProps): VNode {
  const isPaid = isPaidTeam(team);
  const place = (of: Section) => ({ isCurrent: of === section, isLocked: !isPaid && of in PAID_SECTIONS });
  return (
    <header class={section === 'settings' ? 'rail in-settings' : 'rail'}>
      <Brand>
        <span class="brand-team" dir="auto">
          {team.name}
        </span>
      </Brand>
      <a class="find" href="/app/find" data-find="">
        <Icon name="search" />
        <span>Find or do</span>
        <kbd aria-hidden="true">⌘K</kbd>
      </a>
      {section === 'settings' && <SettingsMenu tab={tab} role={team.role} hasBilling={rail.hasBilling} />}
      <nav class="dock" aria-label="Main">
        <ul>
          <Place {...place('home')} href="/" icon="home" label="Home" />
          <Place {...place('inbox')} href={INBOX} icon="inbox" label="Inbox" count={<Unread unread={rail.unread} />} />
          <Place {...place('products')} href="/products" icon="box" label="Products" />
          <Place {...place('compare')} href="/app/compare" icon="compare" label="Compare" isRest />
          <Place {...place('opportunities')} href="/app/opportunities" icon="opps" label="Opportunities">
            {rail.searches.length > 0 && (
              <ul>
                {rail.searches.map(({ id, name, matches_7_days: matches }) => (
                  <li key={id}>
                    <a href={`/app/searches/${id}`} title={`${name}: ${matches} in 7 days`}>
                      <span dir="auto">{name}</span>
                      {matches > 0 && <span class="n">{matches.toLocaleString('en')}</span>}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Place>
          <Place {...place('pitches')} href="/app/pitches" icon="send" label="Pitches" isRest />
        </ul>
        <div class="rest">
          <h2>Team</h2>
          <ul>
            <Place {...place('searches')} href="/app/searches" icon="saved" label="Saved searches" />
            <Place {...place('sources')} href="/app/sources" icon="sources" label="Sources" />
            <Place {...place('credits')} href="/app/credits" icon="credits" label="Credits" />
            <Place {...place('settings')} href={firstSettingsPage(team.role)} icon="settings" label="Settings" />
          </ul>
        </div>
        <div class="rail-foot">
          <Fuel rail={rail} />
          <AccountMenu team={team} />
        </div>
      </nav>
    </header>
  );
}

interface PlaceProps {
  href: string;
  icon: IconName;
  label: string;
  isCurrent: boolean;
  /** Whether the plan of the team does not include it. */
  isLocked: boolean;
  /** Not in the bar of a phone. */
  isRest?: boolean;
  count?: VNode | null;
  children?: VNode | false;
}

function Place({ href, icon, label, isCurrent, isLocked, isRest, count, children }: PlaceProps): VNode {
  return (
    <li class={isRest ? 'rest' : undefined}>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        {label}
        {count}
        {isLocked && <LockMark />}
      </a>
      {children}
    </li>
  );
}

function Unread({ unread }: { unread: number }): VNode | null {
  if (unread === 0) return null;
  return (
    <span class="n new">
      {unread < MAX_UNREAD ? String(unread) : `${MAX_UNREAD - 1}+`}
      <span class="unseen"> unread</span>
    </span>
  );
}

/** The credits that are left of a month's. */
function Fuel({ rail: { balance, monthly } }: { rail: RailFacts }): VNode {
  const text =
    monthly > 0 && balance <= monthly
      ? `${balance.toLocaleString('en')} of ${monthly.toLocaleString('en')} credits`
      : creditsInWords(balance);
  return (
    <a class="fuel" href="/app/credits">
      {text}
      {monthly > 0 && <Meter share={balance / monthly} tone="act" />}
    </a>
  );
}

interface SettingsMenuProps {
  tab: SettingsTab | undefined;
  role: MemberRole;
  hasBilling: boolean;
}

/** The pages of the settings that a person may open. */
function SettingsMenu({ tab, role, hasBilling }: SettingsMenuProps): VNode {
  return (
    <nav id="settings-tabs" class="tabs" popover="auto" aria-label="Settings">
      <a class="back" href="/">
        <Icon name="left" />
        Settings
      </a>
      {Object.entries(SETTINGS_GROUPS).map(([group, pages]) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {Object.entries(pages)
              .filter(([name]) => mayOpenTab(role, name) && (name !== 'billing' || hasBilling))
              .map(([name, label]) => (
                <li key={name}>
                  <a href={`/app/settings/${name}`} aria-current={name === tab ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
