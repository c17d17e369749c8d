import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { assetUrl } from './assets.js';
import { IconScope, Mark, Sprite } from './icon.page.js';

/** What a page knows of its request. */
export interface PageRequestFacts {
  /** The absolute address of the page without its query. Undefined for a page that is not found. */
  address?: string;
  /** The scheme that the visitor has chosen; undefined follows the system. */
  scheme?: 'light' | 'dark';
}

export const RequestFacts = createContext<PageRequestFacts>({});

interface DocumentProps {
  title: string;
  /** Seconds after which the page reloads, to show progress without a script. */
  refreshSeconds?: number;
  /** Omits the page script, which only adds convenience. */
  isStill?: boolean;
  /** The description of the page, for search engines and previews. */
  description?: string;
  /** The path of a picture of 1200 by 630 for previews, from the root of the site. */
  picture?: string;
  /** A further stylesheet and script, by their names. */
  styles?: string;
  script?: string;
  children: ComponentChildren;
}

/** The HTML document of every page: a stylesheet, a typeface and a small script, nothing from another host. */
export function Document(props: DocumentProps): VNode {
  const { title, refreshSeconds, isStill, description, picture, styles, script, children } = props;
  const { scheme } = useContext(RequestFacts);
  return (
    <html lang="en" data-scheme={scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        {refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
        {description && <Preview title={title} description={description} picture={picture} />}
        <title>{`${title} · Qualm`}</title>
        <link rel="icon" href={assetUrl('mark.svg')} type="image/svg+xml" />
        <link rel="preload" href={assetUrl('geist.woff2')} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assetUrl('app.css')} />
        {styles && <link rel="stylesheet" href={assetUrl(styles)} />}
        {!isStill && <Script name="app.js" />}
        {script && <Script name={script} />}
      </head>
      <body>
        <IconScope value={new Set()}>
          {children}
          <Sprite />
        </IconScope>
      </body>
    </html>
  );
}

/** A script that runs before the page is first drawn, so that nothing moves when it does. */
const Script = ({ name }: { name: string }): VNode => <script src={assetUrl(name)} defer {...{ blocking: 'render' }} />;

/** The metadata of a public page for search engines and messengers. */
function Preview({ title, description, picture }: Pick<DocumentProps, 'title' | 'description' | 'picture'>): VNode {
  const { address } = useContext(RequestFacts);
  const pictureUrl = picture && address ? new URL(picture, address).href : undefined;
  return (
    <>
      <meta name="description" content={description} />
      {address && <link rel="canonical" href={address} />}
      <meta property="og:site_name" content="Qualm" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {pictureUrl && (
        <>
          <meta property="og:image" content={pictureUrl} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

/** The name of the service with its mark, which leads to the home page. */
export function Brand({ children }: { children?: ComponentChildren }): VNode {
  return (
    <a class="brand" href="/">
      <Mark />
      Qualm
      {children}
    </a>
  );
}

interface PlainPageProps {
  title: string;
  /** The title with marks, if it needs any. */
  heading?: ComponentChildren;
  description?: string;
  children: ComponentChildren;
}

/** A page with one purpose and no navigation, such as signing in or giving consent. */
export function PlainPage(props: PlainPageProps): VNode {
  const { title, heading = title, description, children } = props;
  return (
    <Document title={title} description={description} isStill>
      <main class="plain">
        <Brand />
        <h1>{heading}</h1>
        {children}
      </main>
    </Document>
  );
}
