import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(26rem, calc(100vw - 3rem)); padding: 2rem 0; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 1rem; }
form, fieldset { display: grid; gap: 1rem; border: 0; margin: 0; padding: 0; }
label { display: grid; gap: .25rem; font-weight: 600; }
input, select, button { font: inherit; padding: .6rem .75rem; border: 1px solid GrayText; border-radius: .4rem; }
button { cursor: pointer; font-weight: 600; }
button.primary { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
button.plain { border: 0; padding: 0; background: none; color: inherit; text-decoration: underline; font-weight: 400; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.hint { margin: 0; font-weight: 400; font-size: .9rem; opacity: .8; }
.fault { margin: 0; padding: .6rem .75rem; border: 1px solid #b91c1c; border-radius: .4rem; }
.warning { margin: 0; padding: .6rem .75rem; border: 1px solid #b45309; border-radius: .4rem; }
code { overflow-wrap: anywhere; }
`;

// form-action is left out: browsers apply it to the redirect after the form too, which leads to the client.
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** The frame of a page that stands alone: no script, nothing loaded from anywhere. */
export function PlainPage({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Qualm`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
}

export const renderPage = (page: VNode): string => `<!doctype html>${render(page)}`;

/** Headers of every page that stands alone: kept by nobody, framed by nobody, and named to nobody it leads to. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

export function sendPage(response: Response, status: number, page: VNode): void {
  response.status(status).set(PAGE_HEADERS).type('html').send(renderPage(page));
}
