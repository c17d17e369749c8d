import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BrowserCookie } from '#access/sign-in/browser.cookies.js';
import { SessionService } from '#access/sign-in/session.service.js';
import type { OwnTeam, Person, SignedIn } from '#access/sign-in/session.types.js';
import { ENV, type Env } from '#config/env.js';
import type { Caller, TeamCaller } from '#platform/caller/caller.js';
import { forbidden } from '#platform/errors/application-error.js';
import { clientIp } from '#platform/http/client-ip.js';

/** Whoever looks at a page: a member at work for one team, or anybody. */
export interface Visitor {
  person: Person | null;
  team: OwnTeam | null;
  teams: OwnTeam[];
  caller: Caller;
}

/** A visitor who is signed in and has a team. */
export interface Member extends Visitor {
  person: Person;
  team: OwnTeam;
  caller: TeamCaller;
}

/** Finds out who looks at a page, and for which of their teams. */
@Injectable()
export class Visitors {
  private readonly teamCookie: BrowserCookie;

  constructor(
    private readonly sessions: SessionService,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.teamCookie = new BrowserCookie('team', env);
  }

  /** Anybody. */
  async of(request: Request): Promise<Visitor> {
    const signedIn = await this.sessions.current(request);
    const team = signedIn && this.teamOf(request, signedIn);
    if (signedIn && team) return this.member(request, signedIn, team);
    const caller = { lane: 'anonymous', clientIp: clientIp(request, this.env.TRUSTED_PROXY_HOPS) } as const;
    return { person: signedIn?.user ?? null, team: null, teams: [], caller };
  }

  /** Somebody signed in, on a page under `SignedInPages`. @throws 403 for a person without a team. */
  async memberOf(request: Request): Promise<Member> {
    const visitor = await this.of(request);
    if (!visitor.team) throw forbidden('You do not belong to a team');
    return visitor as Member;
  }

  /** Chooses the team whose pages the browser shows from now on. */
  chooseTeam(response: Response, teamId: string): void {
    this.teamCookie.write(response, teamId);
  }

  private teamOf(request: Request, { teams }: SignedIn): OwnTeam | null {
    const chosen = this.teamCookie.read(request);
    return teams.find(({ id }) => id === chosen) ?? teams[0] ?? null;
  }

  private member(request: Request, { user, teams }: SignedIn, team: OwnTeam): Member {
    return { person: user, team, teams, caller: this.sessions.callerFor(request, user, team) };
  }
}
