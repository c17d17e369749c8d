import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { sendPage } from '#platform/pages/page.response.js';
import { AppLayout, type Section } from './app-layout.page.js';
import { type Flash, Flashes } from './flash.js';
import { type Visitor, Visitors } from './visitor.js';

/** The data that every page needs. */
export interface PageContext extends Visitor {
  csrfToken: string;
  /** The outcome of the form that led to this page. */
  flash: Flash | null;
}

/** A page of the app. */
export interface AppPage {
  title: string;
  /** What a public page says, for search engines and previews. */
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
  ) {}

  async send(request: Request, response: Response, page: AppPage): Promise<void> {
    const visitor = await this.visitors.find(request);
    const [csrfToken, flash] = await Promise.all([
      this.csrf.token(request, response),
      this.flashes.take(request, response),
    ]);
    const context = { ...visitor, csrfToken, flash };
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
