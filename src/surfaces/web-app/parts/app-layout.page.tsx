import type { ComponentChildren, VNode } from 'preact';
import { CSRF_FIELD } from '#access/sign-in/csrf.service.js';
import { planName } from '#accounts/teams/plans.js';
import { Document } from '#platform/pages/document.page.js';
import { TopBar } from '#platform/pages/top-bar.page.js';
import { INBOX, MAX_UNREAD } from '../home/inbox.page.js';
import type { Section } from '../kernel/page.route.js';
import { type PageContext, usePage } from './page-context.js';
import { Fault, Form, Notice } from './parts.page.js';

const NAVIGATION: { section: Section; href: string; label: string; members: boolean }[] = [
  { section: 'products', href: '/products', label: 'Products', members: false },
  { section: 'opportunities', href: '/app/opportunities', label: 'Opportunities', members: true },
  { section: 'pitches', href: '/app/pitches', label: 'Pitches', members: true },
  { section: 'credits', href: '/app/credits', label: 'Credits', members: true },
  { section: 'settings', href: '/app/settings/keys', label: 'Settings', members: true },
];

interface LayoutProps {
  title: string;
  description?: string;
  section?: Section;
  refreshSeconds?: number;
  /** The fault of a form that is not on the page. */
  fault?: string;
  children: ComponentChildren;
}

/** The layout of the app: the navigation for this visitor, then the content. */
export function AppLayout({ title, description, section, refreshSeconds, fault, children }: LayoutProps): VNode {
  const context = usePage();
  const shown = NAVIGATION.filter(({ members }) => !members || context.team);
  return (
    <Document
      title={title}
      description={description}
      refreshSeconds={refreshSeconds}
      script={context.team ? 'palette.js' : undefined}
    >
      <TopBar
        links={shown.map((item) => (
          <a key={item.section} href={item.href} aria-current={item.section === section ? 'page' : undefined}>
            {item.label}
          </a>
        ))}
      >
        <AccountMenu isInbox={section === 'inbox'} />
      </TopBar>
      <main id="main">
        {context.flash?.kind === 'notice' && <Notice>{context.flash.text}</Notice>}
        {context.flash?.kind === 'fault' && <Fault>{context.flash.text}</Fault>}
        {fault && <Fault>{fault}</Fault>}
        {context.person && !context.person.isVerified && <Unverified email={context.person.email} />}
        {children}
      </main>
    </Document>
  );
}

function Unverified({ email }: { email: string }): VNode {
  return (
    <p class="hint">
      Confirm your email address: we sent a link to {email}. <a href="/app/settings/security">Send it again</a>
    </p>
  );
}

/** The person who is logged in, the team, and the pages of the account. `isInbox` on the page of the inbox. */
export function AccountMenu({ isInbox }: { isInbox: boolean }): VNode {
  const { person, team, teams, unread, csrfToken, hasPasswords } = usePage();
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
      {team && <InboxLink unread={unread} isCurrent={isInbox} />}
      {team && (
        <button class="plain team" type="button" popovertarget="account-menu">
          <span class="team-name">{team.name}</span> <span class="team-plan">({planName(team.tier)})</span>
        </button>
      )}
      {team && <Menu email={person.email} team={team} teams={teams} />}
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
function Menu({ email, team, teams }: { email: string; team: Team; teams: readonly Team[] }): VNode {
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
  const shown = unread < MAX_UNREAD ? String(unread) : `${MAX_UNREAD - 1}+`;
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
