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

/** Answers a page: kept by nobody, framed by nobody, loading from nowhere else. */
export function sendPage(response: Response, status: number, page: VNode): void {
  response.removeHeader('Cross-Origin-Opener-Policy');
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'DENY' })
    .type('html')
    .send(`<!doctype html>${render(page)}`);
}
