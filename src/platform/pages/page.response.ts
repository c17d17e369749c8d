import type { Response } from 'express';
import { h, type VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { type PageRequestFacts, RequestFacts } from './document.page.js';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
const OWN_FORMS = "form-action 'self'";
/** No script runs on a plain page, but audits such as Lighthouse fetch `robots.txt` from it. */
const OWN_REQUESTS = "connect-src 'self'";
const SCRIPTS = ["script-src 'self'", OWN_REQUESTS];

const headersWith = (policy: string[], caching = 'no-store'): Record<string, string> => ({
  'Cache-Control': caching,
  'Content-Security-Policy': policy.join('; '),
  // The addresses of some pages contain secrets.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
});

/** Headers of a page with one purpose. They forbid caching, framing and scripts. */
export const PLAIN_PAGE_HEADERS = headersWith([...POLICY, OWN_FORMS, OWN_REQUESTS]);

// Browsers apply form-action to the redirect after a form, too.
const REDIRECTING_PAGE_HEADERS = headersWith(POLICY);

const PAGE_HEADERS = headersWith([...POLICY, OWN_FORMS, ...SCRIPTS]);
const PUBLIC_PAGE_HEADERS = headersWith([...POLICY, OWN_FORMS, ...SCRIPTS], 'public, max-age=300');

export const renderPage = (page: VNode): string => `<!doctype html>${render(page)}`;

/** Sends a page of the app, which may run the page script. */
export function sendPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PAGE_HEADERS);
}

/** Sends a page that is the same for every visitor. Caches may keep it for five minutes. */
export function sendPublicPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PUBLIC_PAGE_HEADERS);
}

/** Sends a page with one purpose, which runs no script. */
export function sendPlainPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PLAIN_PAGE_HEADERS);
}

/** Sends a plain page whose form ends in a redirect to another origin. */
export function sendRedirectingPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, REDIRECTING_PAGE_HEADERS);
}

/** Lets a page keep its opener: a client that opened it in a pop-up waits for the answer there. */
export function keepOpener(response: Response): void {
  response.locals.keepsOpener = true;
}

function send(response: Response, status: number, page: VNode, headers: Record<string, string>): void {
  const { app, path, headers: sent } = response.req;
  const value: PageRequestFacts = {
    ...(status === 200 && { address: `${app.locals.publicUrl}${path}` }),
    scheme: schemeIn(sent.cookie),
  };
  const addressed = h(RequestFacts.Provider, { value }, page) as VNode;
  // An opener of another site can neither read nor navigate the page.
  if (!response.locals.keepsOpener) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.status(status).set(headers).vary('Cookie').type('html').send(renderPage(addressed));
}

/** The scheme in the cookie that `/theme/:theme` sets; `auto` is the same as none. */
const schemeIn = (cookies = ''): PageRequestFacts['scheme'] =>
  /(?:^|; )[\w-]*_scheme=(light|dark)(?:;|$)/.exec(cookies)?.[1] as PageRequestFacts['scheme'];
