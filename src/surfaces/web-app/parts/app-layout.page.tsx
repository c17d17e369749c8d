import type { ComponentChildren, VNode } from 'preact';
import { Document } from '#platform/pages/document.page.js';
import { SkipLink, TopBar } from '#platform/pages/top-bar.page.js';
import type { Section } from '../kernel/page.route.js';
import type { SettingsTab } from '../settings/settings.tabs.js';
import { AccountLinks } from './account-menu.page.js';
import { sentTo } from './mail.words.js';
import { usePage } from './page-context.js';
import { Fault, Notice } from './parts.page.js';
import { Rail } from './rail.page.js';

interface LayoutProps {
  title: string;
  description?: string;
  picture?: string;
  section?: Section;
  tab?: SettingsTab;
  isWhole?: boolean;
  refreshSeconds?: number;
  /** The fault of a form that is not on the page. */
  fault?: string;
  children: ComponentChildren;
}

/** The layout of the app: the rail for a member, a bar for others, then the content. */
export function AppLayout(props: LayoutProps): VNode {
  const { title, description, picture, section, tab, isWhole, refreshSeconds, children } = props;
  const { team, rail, hasPrices } = usePage();
  const content = (
    <main id="main" class={isWhole ? 'whole' : undefined}>
      <Messages fault={props.fault} />
      {children}
    </main>
  );
  return (
    <Document {...{ title, description, picture, refreshSeconds }} script={team ? 'palette.js' : undefined}>
      {team && rail ? (
        <>
          <SkipLink />
          <div class="app">
            <Rail section={section} tab={tab} team={team} rail={rail} />
            {content}
          </div>
        </>
      ) : (
        <div class="site">
          <TopBar
            links={
              <>
                <a href="/products" aria-current={section === 'products' ? 'page' : undefined}>
                  Products
                </a>
                <a href="/#plans">{hasPrices ? 'Prices' : 'Plans'}</a>
              </>
            }
          >
            <AccountLinks />
          </TopBar>
          {content}
        </div>
      )}
    </Document>
  );
}

function Messages({ fault }: { fault?: string }): VNode {
  const { flash, person, sendsMail } = usePage();
  return (
    <>
      {flash?.kind === 'notice' && <Notice>{flash.text}</Notice>}
      {flash?.kind === 'fault' && <Fault>{flash.text}</Fault>}
      {fault && <Fault>{fault}</Fault>}
      {person && !person.isVerified && (
        <p class="hint unverified">
          Confirm your email address. {sentTo(sendsMail, 'a link', person.email)}{' '}
          <a href="/app/settings/security">Send it again</a>
        </p>
      )}
    </>
  );
}
