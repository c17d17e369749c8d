import { Controller, Logger, Query } from '@nestjs/common';
import { IdentitiesService } from '#access/sign-in/identity-provider/identities.service.js';
import { ProviderLoginFailed } from '#access/sign-in/identity-provider/identity-provider.client.js';
import {
  type LoginPurpose,
  ProviderSignInService,
} from '#access/sign-in/identity-provider/provider-sign-in.service.js';
import { codePath, safeNext } from '#access/sign-in/safe-next.js';
import type { Person } from '#access/sign-in/session.types.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { type Answer, fault, loginPage, notice, plainPage, redirect } from '../kernel/answers.js';
import { Exchanged, Form, Page, Self } from '../kernel/page.decorators.js';
import type { Exchange } from '../kernel/page.route.js';
import { LinkProviderPage, ProviderFailurePage } from './provider.page.js';

const SECURITY = '/app/settings/security';
const LINK = `${SECURITY}/provider/link`;
const FORBIDDEN = 403;
const open = 'a form for visitors who are not logged in, and the answer of the identity provider';
const own = 'people prove who they are at the identity provider';

/** Logins with the identity provider. Every failure has the same page; only the log says why. */
@Controller()
export class ProviderController {
  private readonly log = new Logger(ProviderController.name);

  constructor(
    private readonly logins: ProviderSignInService,
    private readonly identities: IdentitiesService,
    private readonly methods: SignInMethods,
  ) {}

  @Form('/login/provider', { open, page: '/login' })
  begin(@Query('next') next: unknown, @Exchanged() exchange: Exchange): Promise<Answer> {
    return this.lead(exchange, { next: safeNext(next), purpose: 'sign-in' });
  }

  @Form('/login/provider/proof', { own, page: '/' })
  prove(@Query('next') next: unknown, @Exchanged() exchange: Exchange): Promise<Answer> {
    return this.lead(exchange, { next: safeNext(next), purpose: 'proof' });
  }

  @Page('/login/provider/callback', { open })
  complete(@Exchanged() exchange: Exchange): Promise<Answer> {
    return this.attempt(exchange, async () => {
      const { kind, next } = await this.logins.complete(exchange.request, exchange.response);
      if (kind === 'link-required') return redirect(`/login?link=1&next=${encodeURIComponent(next)}`);
      if (kind === 'code-required') return redirect(codePath(next));
      if (kind === 'signed-in') return redirect(next);
      return redirect(next, (kind === 'linked-elsewhere' ? fault : notice)(this.outcomeText(kind)));
    });
  }

  @Page(LINK, { own })
  async askToLink(@Self() { id, email }: Person): Promise<Answer> {
    this.methods.demandProvider();
    if ((await this.identities.methodsOf(id)).isLinked) return redirect(SECURITY);
    return loginPage(<LinkProviderPage action={LINK} email={email} provider={this.methods.provider ?? ''} />);
  }

  @Form(LINK, { own, page: LINK, proof: true })
  link(@Exchanged() exchange: Exchange): Promise<Answer> {
    return this.lead(exchange, { next: SECURITY, purpose: 'link' });
  }

  @Form(`${SECURITY}/provider/unlink`, { own, page: SECURITY, failure: 'flash', proof: true })
  async unlink(@Self() person: Person): Promise<Answer> {
    this.methods.demandProvider();
    await this.identities.unlink(person);
    return redirect(SECURITY, `Your account is not linked with ${this.methods.provider} any more.`);
  }

  private lead(exchange: Exchange, wanted: { next: string; purpose: LoginPurpose }): Promise<Answer> {
    const { request, response } = exchange;
    return this.attempt(exchange, async () => redirect(await this.logins.begin(request, response, wanted)));
  }

  private outcomeText(kind: 'proved' | 'linked' | 'linked-elsewhere'): string {
    const { provider } = this.methods;
    if (kind === 'proved') return 'Thank you. Now fill in the form again, and send it.';
    if (kind === 'linked') return `Your account is linked with ${provider}.`;
    return `This account at ${provider} is linked with another account here.`;
  }

  /** Does one step of a login, and shows the page of failed logins if the step fails. */
  private async attempt({ request }: Exchange, step: () => Promise<Answer>): Promise<Answer> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof ProviderLoginFailed)) throw error;
      this.log.warn({ error }, 'a login with the identity provider failed');
      return plainPage(<ProviderFailurePage requestId={request.requestId} />, { status: FORBIDDEN });
    }
  }
}
