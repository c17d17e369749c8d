import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BrowserCookie } from '#access/sign-in/browser.cookies.js';
import { SessionService } from '#access/sign-in/session.service.js';
import type { OwnTeam, SignedIn } from '#access/sign-in/session.types.js';
import { twoFactorRequired } from '#access/sign-in/sign-in.failures.js';
import { ENV, type Env } from '#config/env.js';
import { defineFailure } from '#platform/errors/application-error.js';
import { clientIp } from '#platform/http/client-ip.js';
import type { PageVisitor, TeamMember } from './page.route.js';

export const TEAMLESS_REASON = 'team_required';

/** The page where a person without a team creates one. */
export const TEAMLESS_PAGE = '/app/team';

const teamRequired = defineFailure({
  reason: TEAMLESS_REASON,
  code: 'forbidden',
  message: 'You do not belong to a team',
  isInternal: true,
});

/** The visitor is not logged in: the browser is redirected to the form of the login and back afterwards. */
export class SignInRequired extends Error {}

/** @throws 403 for a person without a team; 403 `two_factor_required` */
export function demandTeam(visitor: PageVisitor): asserts visitor is TeamMember {
  if (visitor.lockedTeam) throw twoFactorRequired();
  if (!visitor.team) throw teamRequired();
}

/** Finds the visitor of a request, and the team that the visitor has chosen. */
@Injectable()
export class Visitors {
  private readonly teamCookie: BrowserCookie;

  constructor(
    private readonly sessions: SessionService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.teamCookie = new BrowserCookie('team', env);
  }

  /** The visitor of a request, logged in or not. */
  async find(request: Request): Promise<PageVisitor> {
    const signedIn = await this.sessions.current(request);
    const team = signedIn && this.teamOf(request, signedIn);
    if (signedIn && team && !team.isLocked) return this.member(request, signedIn, team);
    const caller = { lane: 'anonymous', clientIp: clientIp(request, this.env.TRUSTED_PROXY_HOPS) } as const;
    return { person: signedIn?.user ?? null, team: null, teams: signedIn?.teams ?? [], lockedTeam: team, caller };
  }

  /** Sets the team whose pages the browser shows. */
  chooseTeam(response: Response, teamId: string): void {
    this.teamCookie.write(response, teamId);
  }

  private teamOf(request: Request, { teams }: SignedIn): OwnTeam | null {
    const chosen = this.teamCookie.read(request);
    return teams.find(({ id }) => id === chosen) ?? teams.find(({ isLocked }) => !isLocked) ?? teams[0] ?? null;
  }

  private member(request: Request, { user, teams }: SignedIn, team: OwnTeam): TeamMember {
    return { person: user, team, teams, lockedTeam: null, caller: this.sessions.callerFor(request, user, team) };
  }
}
