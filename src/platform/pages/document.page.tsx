import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { assetUrl } from './assets.js';

/** The absolute address of the page without its query. Undefined for a page that is not found. */
export const PageAddress = createContext<string | undefined>(undefined);

interface DocumentProps {
  title: string;
  /** Seconds after which the page reloads, to show progress without a script. */
  refreshSeconds?: number;
  /** Omits the page script, which only adds convenience. */
  isStill?: boolean;
  /** The description of the page, for search engines and previews. */
  description?: string;
  /** A further stylesheet and script, by their names. */
  styles?: string;
  script?: string;
  children: ComponentChildren;
}

/** The HTML document of every page: a stylesheet and a small script, nothing from another host. */
export function Document(props: DocumentProps): VNode {
  const { title, refreshSeconds, isStill, description, styles, script, children } = props;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
        {description && <Preview title={title} description={description} />}
        <title>{`${title} · Qualm`}</title>
        <link rel="icon" href={assetUrl('mark.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assetUrl('app.css')} />
        {styles && <link rel="stylesheet" href={assetUrl(styles)} />}
        {!isStill && <Script name="app.js" />}
        {script && <Script name={script} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A script that runs before the page is first drawn, so that nothing moves when it does. */
const Script = ({ name }: { name: string }): VNode => <script src={assetUrl(name)} defer {...{ blocking: 'render' }} />;

/** The metadata of a public page for search engines and messengers. */
function Preview({ title, description }: { title: string; description: string }): VNode {
  const address = useContext(PageAddress);
  return (
    <>
      <meta name="description" content={description} />
      {address && <link rel="canonical" href={address} />}
      <meta property="og:site_name" content="Qualm" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
    </>
  );
}

/** A page with one purpose and no navigation, such as signing in or giving consent. */
export function PlainPage(props: { title: string; description?: string; children: ComponentChildren }): VNode {
  const { title, description, children } = props;
  return (
    <Document title={title} description={description} isStill>
      <main class="plain">
        <a class="brand" href="/">
          Qualm
        </a>
        <h1>{title}</h1>
        {children}
      </main>
    </Document>
  );
}
