import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { isPaidTeam, planName } from '#accounts/teams/plans.js';
import { Icon } from '#platform/pages/icon.page.js';
import type { IconName } from '#platform/pages/icons.js';
import { firstSettingsPage } from '../settings/settings.tabs.js';
import type { Section } from '../kernel/page.route.js';
import { Avatar } from './avatar.page.js';
import { LockMark, PAID_SECTIONS } from './locked-sections.page.js';
import { type PageContext, usePage } from './page-context.js';
import { Form } from './parts.page.js';

type Team = NonNullable<PageContext['team']>;

/** The links of a visitor without a team at the end of the bar. */
export function AccountLinks(): VNode {
  const { person, hasPasswords } = usePage();
  if (person) {
    return (
      <div class="who">
        <LogOut />
      </div>
    );
  }
  return (
    <div class="who">
      <a href="/docs">API reference</a>
      <a href="/login">Log in</a>
      {hasPasswords && (
        <a class="button" href="/signup">
          Sign up
        </a>
      )}
    </div>
  );
}

const placesOf = (
  role: Team['role'],
): readonly (readonly [icon: IconName, label: string, href: string, section?: Section])[] => [
  ['compare', 'Compare', '/app/compare', 'compare'],
  ['send', 'Pitches', '/app/pitches', 'pitches'],
  ['saved', 'Saved searches', '/app/searches', 'searches'],
  ['sources', 'Sources', '/app/sources'],
  ['credits', 'Credits', '/app/credits'],
  ['settings', 'Settings', firstSettingsPage(role)],
  ['team', 'Team', '/app/settings/team'],
  ['lock', 'Security', '/app/settings/security'],
  ['book', 'API reference', '/docs'],
];

/** The button with the team that opens the menu of the account, without JavaScript. On a phone it says "More". */
export function AccountMenu({ team }: { team: Team }): VNode {
  const { person, teams } = usePage();
  const email = person?.email ?? '';
  return (
    <div class="me">
      <button type="button" popovertarget="account-menu">
        <Avatar name={email} size="s" />
        <Icon name="more" className="more-icon" />
        <span class="more-word">More</span>
        <span class="me-team">
          <span class="team-name">{team.name}</span> <span class="team-plan">({planName(team.tier)})</span>
        </span>
      </button>
      <a class="icon to-dark" href="/theme/dark" title="Dark">
        <Icon name="mode" />
        <span class="unseen">Dark</span>
      </a>
      <a class="icon to-light" href="/theme/light" title="Light">
        <Icon name="sun" />
        <span class="unseen">Light</span>
      </a>
      <div id="account-menu" class="card account-menu" popover="auto">
        <p>
          <strong dir="auto">{team.name}</strong>
          <br />
          <span class="quiet">
            {email}, {team.role}
            <br />
            Plan: <a href="/app/settings/plan">{planName(team.tier)}</a>
          </span>
        </p>
        {teams.length > 1 && <TeamChoice team={team} teams={teams} />}
        <ul>
          <MenuPlaces team={team} />
          <li>
            <a class="to-dark" href="/theme/dark">
              <Icon name="mode" /> Dark mode
            </a>
            <a class="to-light" href="/theme/light">
              <Icon name="sun" /> Light mode
            </a>
            <a class="to-system" href="/theme/auto">
              <Icon name="settings" /> Match the system
            </a>
          </li>
          <li>
            <LogOut />
          </li>
        </ul>
      </div>
    </div>
  );
}

/** The places of the menu, with a mark on those that the plan does not include. */
function MenuPlaces({ team }: { team: Team }): VNode {
  const isPaid = isPaidTeam(team);
  return (
    <>
      {placesOf(team.role).map(([icon, label, href, section]) => (
        <li key={href}>
          <a href={href}>
            <Icon name={icon} /> {label}
            {section && !isPaid && section in PAID_SECTIONS && <LockMark />}
          </a>
        </li>
      ))}
    </>
  );
}

/** The choice of another team of the person. */
export function TeamChoice({
  team,
  teams,
}: {
  team: Pick<Team, 'id'>;
  teams: readonly Pick<Team, 'id' | 'name'>[];
}): VNode {
  return (
    <Form action="/app/settings/team/switch" className="row tight">
      <select name="team_id" aria-label="Another team">
        {teams.map(({ id, name }) => (
          <option key={id} value={id} selected={id === team.id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit">Switch</button>
    </Form>
  );
}

function LogOut(): VNode {
  return (
    <form class="inline" method="post" action="/logout">
      <input type="hidden" name={CSRF_FIELD} value={usePage().csrfToken} />
      <button type="submit">
        <Icon name="logout" /> Log out
      </button>
    </form>
  );
}
