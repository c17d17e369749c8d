import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import { invalidField, tooMany } from '#platform/errors/application-error.js';
import { clientIp } from '#platform/http/client-ip.js';
import { SessionService } from './session.service.js';
import type { Person } from './session.types.js';
import { SignInMethods } from './sign-in.methods.js';
import { SignInThrottle } from './sign-in.throttle.js';
import { TwoFactorService } from './second-factor/two-factor.service.js';

/** The proof that a person gives before a sensitive change. The code is ignored for a person without a second factor. */
export interface GivenProof {
  password: string;
  code: string;
}

/** Proofs: the password of a session's person, and the code of the second factor if there is one, given again. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly members: MembersService,
    private readonly factors: TwoFactorService,
    private readonly throttle: SignInThrottle,
    private readonly methods: SignInMethods,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Checks a proof, records its time in the session, and replaces the session's secret. @throws 400 for a wrong
   * password or code; 404 if people sign in with the identity provider only; 429
   */
  async give(request: Request, response: Response, person: Person, { password, code }: GivenProof): Promise<void> {
    this.methods.demandPasswords();
    const ip = clientIp(request, this.env.TRUSTED_PROXY_HOPS);
    const seconds = await this.throttle.begin(person.email, ip);
    if (seconds > 0) throw tooMany('Too many attempts', seconds, this.env.SIGN_IN_ATTEMPTS);
    if (!(await this.members.authenticate(person.email, password))) {
      throw invalidField('password', 'The password is wrong');
    }
    await this.throttle.succeeded(person.email, ip);
    if (await this.factors.isOn(person.id)) await this.demandCode(person, code);
    await this.sessions.noteProof(request, response, person.id);
  }

  private async demandCode(person: Person, code: string): Promise<void> {
    try {
      await this.factors.demand(person, code);
    } catch (error) {
      await this.members.record(person.id, { action: 'session.refused' });
      throw error;
    }
  }
}
