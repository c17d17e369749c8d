import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from './assets.js';

interface DocumentProps {
  title: string;
  /** Seconds after which the page reloads, to show progress without a script. */
  refreshSeconds?: number;
  /** Omits the page script, which only adds convenience. */
  isStill?: boolean;
  children: ComponentChildren;
}

/** The HTML document of every page: one stylesheet, one small script, nothing from another host. */
export function Document({ title, refreshSeconds, isStill, children }: DocumentProps): VNode {
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
        <title>{`${title} · Qualm`}</title>
        <link rel="icon" href={assetUrl('mark.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assetUrl('app.css')} />
        {!isStill && <script src={assetUrl('app.js')} defer />}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** A page with one purpose and no navigation, such as signing in or giving consent. */
export function PlainPage({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <Document title={title} isStill>
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
