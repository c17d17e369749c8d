import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import type { Flash } from './flash.js';
import type { AppPage, PageRenderer } from './page.renderer.js';
import type { Exchange } from './page.route.js';

/** The answer of a page or a form. `status` is that of the failure after which a page is shown again. */
export class Answer {
  constructor(readonly send: (exchange: Exchange, renderer: PageRenderer, status?: number) => void | Promise<void>) {}
}

/** A page in the layout of the app. */
export const page = (title: string, content: VNode, options: Omit<AppPage, 'title' | 'content'> = {}): Answer =>
  new Answer((exchange, renderer, status) =>
    renderer.send(exchange, {
      title,
      content,
      section: exchange.request.section,
      ...options,
      ...(status && { status }),
    }),
  );

/** A page with one purpose, without navigation and scripts. `afterwards` is done when the page is on its way. */
export const plainPage = (
  content: VNode,
  { status: own, afterwards }: { status?: number; afterwards?: () => Promise<void> } = {},
): Answer =>
  new Answer(async (exchange, renderer, status = own) => {
    await renderer.sendPlain(exchange, content, status);
    await afterwards?.();
  });

/** A plain page with the form of a login, which may lead to the identity provider. */
export const loginPage = (content: VNode): Answer =>
  new Answer((exchange, renderer, status) => renderer.sendLogin(exchange, content, status));

/** Leads to another address, whose page shows the flash once. */
export const redirect = (address: string, flash?: Flash | string | null): Answer =>
  new Answer(({ request, response }, renderer) => {
    if (!flash) return response.redirect(303, address);
    return renderer.flashes.redirect(request, response, address, typeof flash === 'string' ? notice(flash) : flash);
  });

/** A flash about something that was done. */
export const notice = (text: string): Flash => ({ kind: 'notice', text });

/** A flash about something that was refused. */
export const fault = (text: string): Flash => ({ kind: 'fault', text });

/** A text or file. `headers` must have the type and say how long caches may keep it. */
export const file = (body: string | Buffer, headers: Record<string, string>): Answer =>
  new Answer(({ response }) => void response.status(200).set(headers).send(body));

/** What a script of the page reads. */
export const json = (content: object): Answer =>
  new Answer(({ response }) => void response.status(200).set('Cache-Control', 'no-store').json(content));

/** A response that `send` writes and ends. */
export const streamed = (send: (response: Response, request: Request) => Promise<void>): Answer =>
  new Answer(({ request, response }) => send(response, request));

/** No page: for a script that needs none. */
export const nothing = (status = 204, headers: Record<string, string> = {}): Answer =>
  new Answer(({ response }) => void response.status(status).set(headers).end());
