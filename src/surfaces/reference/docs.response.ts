import type { Response } from 'express';

export const MARKDOWN = 'text/markdown; charset=utf-8';
export const ATOM = 'application/atom+xml; charset=utf-8';
export const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Sends a public text that caches may keep for five minutes. */
export function sendText(response: Response, status: number, type: string, text: string): void {
  response.status(status).set('Cache-Control', 'public, max-age=300').type(type).send(text);
}
