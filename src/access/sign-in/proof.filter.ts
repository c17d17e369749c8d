import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { CSRF_FIELD, CsrfService } from './csrf.service.js';
import { IdentitiesService } from './identity-provider/identities.service.js';
import { PROOF_CODE, PROOF_PASSWORD, ProofPage } from './proof.page.js';
import { SessionService } from './session.service.js';
import { sendLoginPage, SignInMethods } from './sign-in.methods.js';
import { TwoFactorService } from './second-factor/two-factor.service.js';

const FORBIDDEN = 403;

/** The last proof of the session is too old. `refusal` states why the proof of this request is wrong. */
export class ProofRequired extends Error {
  constructor(readonly refusal: ApplicationError | null) {
    super('A proof is required');
  }
}

/** Asks for the proof on a page that holds all fields of the form and sends them to the same address. */
@Catch(ProofRequired)
@Injectable()
export class ProofRequiredFilter implements ExceptionFilter {
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

/** The fields of a posted form. */
export const fieldsOf = (request: Request): Record<string, unknown> => (request.body ?? {}) as Record<string, unknown>;

/** The submitted fields of the form, without those of the proof. */
function postedFields(request: Request): [name: string, value: string][] {
  const own = new Set<string>([CSRF_FIELD, PROOF_PASSWORD, PROOF_CODE]);
  const posted = Object.entries(fieldsOf(request)).filter(([name]) => !own.has(name));
  return posted.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)]));
}

const faultOf = ({ message, details }: ApplicationError): string =>
  (details?.errors as { message: string }[] | undefined)?.[0]?.message ?? message;
