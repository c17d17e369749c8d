import type { VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { planName } from '#accounts/teams/plans.js';
import type { PageContext } from './app-pages.js';
import { INBOX, MOST_UNREAD } from '../home/inbox.page.js';
import { Form } from './parts.page.js';

/** The person who is logged in, the team, and the pages of the account. `isInbox` on the page of the inbox. */
export function AccountMenu({ context, isInbox }: { context: PageContext; isInbox: boolean }): VNode {
  const { person, team, csrfToken, hasPasswords } = context;
  if (!person) {
    return (
      <div class="who">
        <a href="/docs">API reference</a>
        <a href="/login">Log in</a>
        {hasPasswords && <a href="/signup">Sign up</a>}
      </div>
    );
  }
  return (
    <div class="who">
      {team && <InboxLink unread={context.unread} isCurrent={isInbox} />}
      {team && (
        <button class="plain team" type="button" popovertarget="account-menu">
          <span class="team-name">{team.name}</span> <span class="team-plan">({planName(team.tier)})</span>
        </button>
      )}
      {team && <Menu email={person.email} team={team} teams={context.teams} csrfToken={csrfToken} />}
      <form class="inline" method="post" action="/logout">
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <button class="plain" type="submit">
          Log out
        </button>
      </form>
    </div>
  );
}

const PLACES = [
  ['Team', '/app/settings/team'],
  ['Security', '/app/settings/security'],
  ['Plan', '/app/settings/plan'],
  ['Saved searches', '/app/searches'],
  ['API reference', '/docs'],
] as const;

type Team = NonNullable<PageContext['team']>;

/** Opens below the name of the team, without JavaScript. */
function Menu(props: { email: string; team: Team; teams: readonly Team[]; csrfToken: string }): VNode {
  const { email, team, teams, csrfToken } = props;
  return (
    <div id="account-menu" class="card account-menu" popover="auto">
      <p>
        <strong dir="auto">{team.name}</strong>
        <br />
        <span class="quiet">
          {email}, {team.role}
          <br />
          Plan: {planName(team.tier)}
        </span>
      </p>
      {teams.length > 1 && (
        <Form action="/app/settings/team/switch" csrfToken={csrfToken} className="row tight">
          <select name="team_id" aria-label="Another team">
            {teams.map(({ id, name }) => (
              <option key={id} value={id} selected={id === team.id}>
                {name}
              </option>
            ))}
          </select>
          <button type="submit">Switch</button>
        </Form>
      )}
      <ul>
        {PLACES.map(([label, href]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function InboxLink({ unread, isCurrent }: { unread: number; isCurrent: boolean }): VNode {
  const shown = unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`;
  return (
    <a href={INBOX} aria-current={isCurrent ? 'page' : undefined}>
      Inbox
      {unread > 0 && (
        <>
          {' '}
          <span class="unread-count">
            {shown}
            <span class="unseen"> unread</span>
          </span>
        </>
      )}
    </a>
  );
}
