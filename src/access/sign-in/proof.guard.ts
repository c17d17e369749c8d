import {
  applyDecorators,
  type ArgumentsHost,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { CSRF_FIELD, CsrfService } from './csrf.service.js';
import { IdentitiesService } from './identities.service.js';
import { PROOF_CODE, PROOF_PASSWORD, ProofPage } from './proof.page.js';
import { ProofsService } from './proofs.service.js';
import { SessionService } from './session.service.js';
import { sendLoginPage, SignInMethods } from './sign-in.methods.js';
import { TwoFactorService } from './two-factor.service.js';

const FORBIDDEN = 403;

/** The last proof of the session is too old. `refusal` says why the one of this request is wrong. */
class ProofRequired extends Error {
  constructor(readonly refusal: ApplicationError | null) {
    super('A proof is required');
  }
}

/** Admits forms of sessions with a recent proof, and forms that bring one. */
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

/** Asks for the proof on a page that holds all fields of the form and sends them to the same address. */
@Catch(ProofRequired)
@Injectable()
class ProofRequiredFilter implements ExceptionFilter {
  constructor(
    private readonly sessions: SessionService,
    private readonly factors: TwoFactorService,
    private readonly identities: IdentitiesService,
    private readonly methods: SignInMethods,
    private readonly csrf: CsrfService,
  ) {}

  async catch({ refusal }: ProofRequired, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const signedIn = await this.sessions.current(request);
    const own = signedIn ? await this.identities.methodsOf(signedIn.user.id) : null;
    if (refusal) setRetryAfter(response, refusal);
    const view = {
      action: request.originalUrl,
      fields: postedFields(request),
      csrfToken: await this.csrf.token(request, response),
      email: signedIn?.user.email ?? '',
      hasPassword: Boolean(own?.hasPassword) && this.methods.hasPasswords,
      provider: own?.isLinked ? this.methods.provider : null,
      needsCode: signedIn !== null && (await this.factors.isOn(signedIn.user.id)),
      fault: refusal && faultOf(refusal),
    };
    sendLoginPage(response, refusal?.status ?? FORBIDDEN, ProofPage(view), this.methods);
  }
}

/**
 * Marks a form of `SignedInPages` that needs a proof: the person signed in, or gave the password and the code again, in
 * the last SESSION_PROOF_MINUTES. Otherwise a page asks for the proof and then sends the form again as it was.
 */
export const NeedsProof = (): MethodDecorator =>
  applyDecorators(UseGuards(ProofGuard), UseFilters(ProofRequiredFilter));

const fieldsOf = (request: Request): Record<string, unknown> => (request.body ?? {}) as Record<string, unknown>;

/** The fields of the form as they were sent, without those of the proof. */
function postedFields(request: Request): [name: string, value: string][] {
  const own = new Set<string>([CSRF_FIELD, PROOF_PASSWORD, PROOF_CODE]);
  const posted = Object.entries(fieldsOf(request)).filter(([name]) => !own.has(name));
  return posted.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)]));
}

const faultOf = ({ message, details }: ApplicationError): string =>
  (details?.errors as { message: string }[] | undefined)?.[0]?.message ?? message;
