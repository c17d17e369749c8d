import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApplicationError } from '#platform/errors/application-error.js';
import { fieldsOf, ProofRequired, ProofRequiredFilter } from './proof.filter.js';
import { PROOF_CODE, PROOF_PASSWORD } from './proof.page.js';
import { ProofsService } from './proofs.service.js';
import { SessionService } from './session.service.js';

/** Admits forms of sessions with a recent proof, and forms that contain a proof. */
@Injectable()
class ProofGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionService,
    private readonly proofs: ProofsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const signedIn = await this.sessions.current(request);
    if (!signedIn || signedIn.isProved) return signedIn !== null;
    const { [PROOF_PASSWORD]: password, [PROOF_CODE]: code } = fieldsOf(request);
    if (typeof password !== 'string') throw new ProofRequired(null);
    try {
      const given = { password, code: typeof code === 'string' ? code : '' };
      await this.proofs.give(request, response, signedIn.user, given);
    } catch (error) {
      throw error instanceof ApplicationError ? new ProofRequired(error) : error;
    }
    return true;
  }
}

/**
 * Marks a form that needs a proof: the person signed in, or gave the password and the code again, in
 * the last SESSION_PROOF_MINUTES. Otherwise a page asks for the proof and then sends the form again unchanged.
 */
export const NeedsProof = (): MethodDecorator =>
  applyDecorators(UseGuards(ProofGuard), UseFilters(ProofRequiredFilter));
