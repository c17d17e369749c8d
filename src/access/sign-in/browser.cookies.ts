import type { CookieOptions, Request, Response } from 'express';
import type { Env } from '#config/env.js';

/** A cookie of the pages. Over TLS its `__Host-` prefix prevents other hosts and plain connections from setting it. */
export class BrowserCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(name: string, env: Env) {
    const secure = env.PUBLIC_URL.startsWith('https:');
    this.name = secure ? `__Host-${env.BRAND_PREFIX}_${name}` : `${env.BRAND_PREFIX}_${name}`;
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure };
  }

  read(request: Request): string | null {
    for (const pair of (request.headers.cookie ?? '').split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name === this.name && value) return value;
    }
    return null;
  }

  /** Sets the cookie for `maxAgeMs`, or until the browser closes. */
  write(response: Response, value: string, maxAgeMs?: number): void {
    response.cookie(this.name, value, { ...this.options, ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }) });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
