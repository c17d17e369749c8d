import { Inject, Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { sendLoginPage, SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { ENV, type Env } from '#config/env.js';
import { sendPage, sendPlainPage } from '#platform/pages/page.response.js';
import { AppLayout } from '../parts/app-layout.page.js';
import { Context, type PageContext } from '../parts/page-context.js';
import { RailReader } from '../parts/rail.reader.js';
import { Flashes } from './flash.js';
import type { SettingsTab } from '../settings/settings.tabs.js';
import type { Exchange, Section } from './page.route.js';
import { Visitors } from './visitor.js';

/** A page of the app. */
export interface AppPage {
  title: string;
  /** The description of a public page, for search engines and previews. */
  description?: string;
  /** The path of a picture for previews. */
  picture?: string;
  section?: Section;
  /** The page of the settings. */
  tab?: SettingsTab;
  /** Gives the content the whole height and width beside the rail. */
  isWhole?: boolean;
  status?: number;
  /** Without JavaScript, the page reloads after this number of seconds. */
  refreshSeconds?: number;
  content: VNode;
}

/** Renders pages and sends them. */
@Injectable()
export class PageRenderer {
  constructor(
    readonly flashes: Flashes,
    private readonly visitors: Visitors,
    private readonly csrf: CsrfService,
    private readonly rail: RailReader,
    private readonly methods: SignInMethods,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Sends a page in the layout of the app. A refused form that is not on the page leaves its fault at the top. */
  async send(exchange: Exchange, { status = 200, content, ...layout }: AppPage): Promise<void> {
    const { request, response } = exchange;
    const context = await this.contextOf(exchange);
    const { refused } = context;
    [context.flash, context.rail] = await Promise.all([
      this.flashes.take(request, response),
      this.rail.read(request.visitor),
    ]);
    if (refused) render(within(context, content));
    const fault = refused && !refused.isShown ? faultOf(refused) : undefined;
    const laidOut = (
      <AppLayout {...layout} fault={fault}>
        {content}
      </AppLayout>
    );
    sendPage(response, status, within(context, laidOut));
  }

  /** Sends a page with one purpose. */
  async sendPlain(exchange: Exchange, content: VNode, status = 200): Promise<void> {
    sendPlainPage(exchange.response, status, within(await this.contextOf(exchange), content));
  }

  /** Sends a plain page with the form of a login. */
  async sendLogin(exchange: Exchange, content: VNode, status = 200): Promise<void> {
    sendLoginPage(exchange.response, status, within(await this.contextOf(exchange), content), this.methods);
  }

  private async contextOf({ request, response }: Exchange): Promise<PageContext> {
    request.visitor ??= await this.visitors.find(request);
    return {
      ...request.visitor,
      csrfToken: await this.csrf.token(request, response),
      hasPasswords: this.methods.hasPasswords,
      sendsMail: this.env.MAIL_URL !== undefined,
      hasPrices: this.env.PLAN_PRICES !== undefined,
      flash: null,
      refused: request.refused ?? null,
      rail: null,
      query: request.query,
    };
  }
}

const within = (context: PageContext, content: VNode): VNode => (
  <Context.Provider value={context}>{content}</Context.Provider>
);

const faultOf = ({ form: { fault, faults } }: NonNullable<PageContext['refused']>): string =>
  [fault, ...Object.values(faults)].filter(Boolean).join(' ');
