import type { ComponentChildren, VNode } from 'preact';
import { Document } from '#platform/pages/document.page.js';
import { TopBar } from '#platform/pages/top-bar.page.js';
import { AccountMenu } from './account-menu.page.js';
import type { PageContext } from './app-pages.js';
import { PageNumber } from './in-pages.page.js';
import { RoleContext } from './if-may.page.js';
import { Fault, Notice } from './parts.page.js';

/** The sections of the app in its navigation. */
export type Section = 'products' | 'opportunities' | 'pitches' | 'credits' | 'settings' | 'inbox';

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
  context: PageContext;
  children: ComponentChildren;
}

/** The layout of the app: the navigation for this visitor, then the content. */
export function AppLayout({ title, description, section, refreshSeconds, context, children }: LayoutProps): VNode {
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
        <AccountMenu context={context} isInbox={section === 'inbox'} />
      </TopBar>
      <main id="main">
        {context.flash?.kind === 'notice' && <Notice>{context.flash.text}</Notice>}
        {context.flash?.kind === 'fault' && <Fault>{context.flash.text}</Fault>}
        {context.person && !context.person.isVerified && <Unverified email={context.person.email} />}
        <RoleContext.Provider value={context.team?.role}>
          <PageNumber.Provider value={context.page}>{children}</PageNumber.Provider>
        </RoleContext.Provider>
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
