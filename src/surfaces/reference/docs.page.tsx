import type { VNode } from 'preact';
import { Document } from '#platform/pages/document.page.js';
import { TopBar } from '#platform/pages/top-bar.page.js';
import { toHtml } from './docs.markdown.js';
import type { ReferencePage } from './reference.pages.js';

const LANGUAGES = [
  ['sh', 'curl'],
  ['ts', 'TypeScript'],
  ['py', 'Python'],
] as const;

interface DocsPageProps {
  page: Pick<ReferencePage, 'slug' | 'title' | 'summary' | 'markdown'> & Partial<Pick<ReferencePage, 'kind'>>;
  pages: readonly ReferencePage[];
  /** The operations that were searched for; on the first page. */
  search?: { query: string; found: number; markdown: string };
}

/** A page of the reference with its navigation and search. Every part works without a script. */
export function DocsPage({ page, pages, search }: DocsPageProps): VNode {
  return (
    <Document title={page.title} description={page.summary} styles="docs.css" script="docs.js">
      <TopBar
        links={
          <>
            <a href="/products">Products</a>
            <a href="/docs" aria-current={page.slug === '' ? 'page' : 'true'}>
              API reference
            </a>
          </>
        }
      >
        <a href="/app/settings/keys">Your API keys</a>
      </TopBar>
      <div class="docs">
        <Navigation current={page.slug} pages={pages} query={search?.query ?? ''} />
        <main id="main">
          {page.kind === 'operations' && <Languages />}
          <div class="docs-text" dangerouslySetInnerHTML={{ __html: htmlOf(page) }} />
          {search && <Operations {...search} />}
        </main>
      </div>
    </Document>
  );
}

/** The pages do not change while the process runs. */
const RENDERED = new WeakMap<object, string>();

function htmlOf(page: DocsPageProps['page']): string {
  const html = RENDERED.get(page) ?? toHtml(page.markdown);
  RENDERED.set(page, html);
  return html;
}

/** The choice of the language of the examples. The stylesheet hides the others. */
function Languages(): VNode {
  return (
    <>
      {LANGUAGES.map(([language, name], index) => (
        <>
          <input type="radio" name="language" id={`in-${language}`} class="docs-language" checked={index === 0} />
          <label for={`in-${language}`}>{name}</label>
        </>
      ))}
    </>
  );
}

function Navigation({
  current,
  pages,
  query,
}: {
  current: string;
  pages: readonly ReferencePage[];
  query: string;
}): VNode {
  const linksOf = (kind: ReferencePage['kind']): VNode => (
    <ul>
      {pages
        .filter((page) => page.kind === kind)
        .map(({ slug, title }) => (
          <li key={slug}>
            <a href={`/docs/${slug}`} aria-current={slug === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
    </ul>
  );
  return (
    <nav class="docs-nav" aria-label="Reference">
      <form action="/docs" role="search">
        <label>
          Search operations
          <input type="search" name="q" value={query} maxLength={200} />
        </label>
        <button type="submit">Search</button>
      </form>
      <p>Operations</p>
      {linksOf('operations')}
      <p>Guides</p>
      {linksOf('guide')}
    </nav>
  );
}

function Operations({ query, found, markdown }: { query: string; found: number; markdown: string }): VNode {
  const count = `${found} operation${found === 1 ? '' : 's'}`;
  return (
    <section aria-labelledby="operations-title">
      <h2 id="operations-title">Operations</h2>
      <p role="status" class="quiet" id="found">
        {query ? `${count} with “${query}”` : count}
      </p>
      <div id="operations" dangerouslySetInnerHTML={{ __html: toHtml(markdown) }} />
    </section>
  );
}
