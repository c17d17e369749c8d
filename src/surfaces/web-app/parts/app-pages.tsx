import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { sendPage } from '#platform/pages/page.response.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { AppLayout, type Section } from './app-layout.page.js';
import { type Flash, Flashes } from './flash.js';
import { pageNumber } from './form-texts.js';
import { MOST_UNREAD } from '../home/inbox.page.js';
import { type Visitor, Visitors } from './visitor.js';

/** The data that every page needs. */
export interface PageContext extends Visitor {
  csrfToken: string;
  /** False if people log in with the identity provider only. */
  hasPasswords: boolean;
  /** The outcome of the form that led to this page. */
  flash: Flash | null;
  /** The number of unread items in the inbox of the team, up to `MOST_UNREAD`. */
  unread: number;
  /** The `page` in the address; 1 without a valid one. */
  page: number;
}

/** A page of the app. */
export interface AppPage {
  title: string;
  /** The description of a public page, for search engines and previews. */
  description?: string;
  section?: Section;
  status?: number;
  /** Without JavaScript, the page reloads after this number of seconds. */
  refreshSeconds?: number;
  content: (context: PageContext) => VNode;
}

/** Renders content in the layout of the app and sends the page. */
@Injectable()
export class AppPages {
  constructor(
    private readonly visitors: Visitors,
    private readonly csrf: CsrfService,
    private readonly flashes: Flashes,
    private readonly inbox: InboxService,
    private readonly methods: SignInMethods,
  ) {}

  async send(request: Request, response: Response, page: AppPage): Promise<void> {
    const visitor = await this.visitors.find(request);
    const { team } = visitor;
    const [csrfToken, flash, unread] = await Promise.all([
      this.csrf.token(request, response),
      this.flashes.take(request, response),
      team && isPaidTeam(team) ? this.inbox.countUnread(team.id, MOST_UNREAD) : 0,
    ]);
    const { hasPasswords } = this.methods;
    const context = { ...visitor, csrfToken, flash, unread, hasPasswords, page: pageNumber(request.query.page) };
    const { title, description, section, refreshSeconds, content } = page;
    sendPage(
      response,
      page.status ?? 200,
      <AppLayout
        title={title}
        description={description}
        section={section}
        refreshSeconds={refreshSeconds}
        context={context}
      >
        {content(context)}
      </AppLayout>,
    );
  }
}
