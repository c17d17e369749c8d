import { parsedUrl } from '#platform/text/parsed.url.js';
import { Controller, Inject } from '@nestjs/common';
import { BrowserCookie } from '#access/sign-in/browser.cookies.js';
import { safeNext } from '#access/sign-in/safe-next.js';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { type Answer, redirect } from '../kernel/answers.js';
import { Exchanged, Page } from '../kernel/page.decorators.js';
import type { Exchange } from '../kernel/page.route.js';

const KEPT_MS = 365 * 86_400_000;
const THEMES = ['light', 'dark', 'auto'];

/** The switch between the light and the dark scheme. It is a link, because it needs no script and changes only how pages look. */
@Controller()
export class ThemeController {
  private readonly cookie: BrowserCookie;

  constructor(@Inject(ENV) env: Env) {
    this.cookie = new BrowserCookie('scheme', env);
  }

  /** Leads back to the page with the link. */
  @Page('/theme/:theme', { open: 'how pages look is a setting of the browser' })
  choose(@Exchanged() { request, response }: Exchange): Answer {
    const { theme } = request.params;
    if (typeof theme !== 'string' || !THEMES.includes(theme)) throw notFound();
    this.cookie.write(response, theme, KEPT_MS);
    const from = request.headers.referer ?? '';
    const { pathname, search } = parsedUrl(from) ?? new URL('http://own.invalid/');
    return redirect(safeNext(pathname + search));
  }
}
