import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { sendPage } from '#platform/pages/page.response.js';
import { AppLayout, type Section } from './app-layout.page.js';
import { type Visitor, Visitors } from './visitor.js';

/** What every page knows beside its own content. */
export interface PageContext extends Visitor {
  csrfToken: string;
}

/** One page to be sent. */
export interface AppPage {
  title: string;
  section?: Section;
  status?: number;
  /** Reload after so many seconds where there is no script. */
  refreshSeconds?: number;
  content: (context: PageContext) => VNode;
}

/** Puts content into the frame of the app and sends it. */
@Injectable()
export class AppPages {
  constructor(
    private readonly visitors: Visitors,
    private readonly csrf: CsrfService,
  ) {}

  async send(request: Request, response: Response, page: AppPage): Promise<void> {
    const visitor = await this.visitors.of(request);
    const context = { ...visitor, csrfToken: await this.csrf.token(request, response) };
    const { title, section, refreshSeconds, content } = page;
    sendPage(
      response,
      page.status ?? 200,
      <AppLayout title={title} section={section} refreshSeconds={refreshSeconds} context={context}>
        {content(context)}
      </AppLayout>,
    );
  }
}
