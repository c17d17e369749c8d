import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BrowserCookie } from '#access/sign-in/browser.cookies.js';
import { ENV, type Env } from '#config/env.js';

/** A page that is opened again within this time belongs to the same visit. */
const SAME_VISIT_MS = 3_600_000;
const KEPT_MS = 90 * 86_400_000;

/** When this browser was here before. Two times travel in a cookie: the last page of the visit before, and of this one. */
@Injectable()
export class LastVisit {
  private readonly cookie: BrowserCookie;

  constructor(@Inject(ENV) env: Env) {
    this.cookie = new BrowserCookie('visit', env);
  }

  /** The end of the visit before, or null. Notes this visit. */
  note(request: Request, response: Response): Date | null {
    const now = Date.now();
    const match = /^(\d{1,15})-(\d{1,15})$/.exec(this.cookie.read(request) ?? '');
    const [before, last] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
    const end = now - last > SAME_VISIT_MS ? last : before;
    this.cookie.write(response, `${end}-${now}`, KEPT_MS);
    return end > 0 && end <= now ? new Date(end) : null;
  }
}
