import type { CookieOptions, Request, Response } from 'express';
import type { Env } from '#config/env.js';

/** A cookie as a browser keeps it for us alone: over TLS its name forbids other hosts and plain connections to set it. */
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

  /** Sets the cookie for as long as the browser is open, or for `maxAgeMs`. */
  write(response: Response, value: string, maxAgeMs?: number): void {
    response.cookie(this.name, value, { ...this.options, ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }) });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
