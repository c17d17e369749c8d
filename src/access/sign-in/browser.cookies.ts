import type { CookieOptions, Request, Response } from 'express';
import type { Env } from '#config/env.js';

/**
 * The values that answers set, by request: each is valid for the rest of its request. An empty value means no cookie.
 */
const written = new WeakMap<Request, Map<string, string>>();

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
    const own = written.get(request)?.get(this.name);
    if (own !== undefined) return own || null;
    for (const pair of (request.headers.cookie ?? '').split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name === this.name && value) return value;
    }
    return null;
  }

  /** Sets the cookie for `maxAgeMs`, or until the browser closes. */
  write(response: Response, value: string, maxAgeMs?: number): void {
    this.note(response, value);
    response.cookie(this.name, value, { ...this.options, ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }) });
  }

  clear(response: Response): void {
    this.note(response, '');
    response.clearCookie(this.name, this.options);
  }

  private note({ req: request }: Response, value: string): void {
    const values = written.get(request) ?? new Map<string, string>();
    written.set(request, values.set(this.name, value));
  }
}
