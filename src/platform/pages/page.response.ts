import type { Response } from 'express';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';

// form-action is omitted: browsers also apply it to the redirect after a form, and consent redirects to the client.
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
const SCRIPTS = ["script-src 'self'", "connect-src 'self'"];

const headersWith = (policy: string[]): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy.join('; '),
  'X-Frame-Options': 'DENY',
});

/** Headers of a page with one purpose. They forbid caching, framing and scripts. */
export const PLAIN_PAGE_HEADERS = headersWith(POLICY);

const PAGE_HEADERS = headersWith([...POLICY, ...SCRIPTS]);

export const renderPage = (page: VNode): string => `<!doctype html>${render(page)}`;

/** Sends a page of the app, which may run the page script. */
export function sendPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PAGE_HEADERS);
}

/** Sends a page with one purpose, which runs no script. */
export function sendPlainPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PLAIN_PAGE_HEADERS);
}

function send(response: Response, status: number, page: VNode, headers: Record<string, string>): void {
  response.removeHeader('Cross-Origin-Opener-Policy');
  response.status(status).set(headers).type('html').send(renderPage(page));
}
