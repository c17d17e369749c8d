import type { Response } from 'express';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';

// form-action is left out: browsers apply it to the redirect after a form too, and consent leads to the client's address.
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page: kept by nobody, framed by nobody, loading from nowhere else. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
};

export const renderPage = (page: VNode): string => `<!doctype html>${render(page)}`;

/** Answers a page. */
export function sendPage(response: Response, status: number, page: VNode): void {
  response.removeHeader('Cross-Origin-Opener-Policy');
  response.status(status).set(PAGE_HEADERS).type('html').send(renderPage(page));
}
