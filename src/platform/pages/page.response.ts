import type { Response } from 'express';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';

// form-action is left out: browsers apply it to the redirect after a form too, and consent leads to the client's address.
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

/** Headers of a page with one purpose: kept by nobody, framed by nobody, running no script. */
export const PLAIN_PAGE_HEADERS = headersWith(POLICY);

const PAGE_HEADERS = headersWith([...POLICY, ...SCRIPTS]);

export const renderPage = (page: VNode): string => `<!doctype html>${render(page)}`;

/** Answers a page of the app, which may run our own small script. */
export function sendPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PAGE_HEADERS);
}

/** Answers a page with one purpose, which runs no script at all. */
export function sendPlainPage(response: Response, status: number, page: VNode): void {
  send(response, status, page, PLAIN_PAGE_HEADERS);
}

function send(response: Response, status: number, page: VNode, headers: Record<string, string>): void {
  response.removeHeader('Cross-Origin-Opener-Policy');
  response.status(status).set(headers).type('html').send(renderPage(page));
}
