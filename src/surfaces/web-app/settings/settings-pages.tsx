import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import type { ApplicationError } from '#platform/errors/application-error.js';
import { AppPages, type PageContext } from '../parts/app-pages.js';
import { type SettingsTab, SettingsTabs, TAB_TITLES } from './settings.page.js';

/** Sends a page of the settings. */
@Injectable()
export class SettingsPages {
  constructor(private readonly pages: AppPages) {}

  send(
    request: Request,
    response: Response,
    tab: SettingsTab,
    content: (context: PageContext) => VNode,
    failure?: ApplicationError,
  ): Promise<void> {
    return this.pages.send(request, response, {
      title: `${TAB_TITLES[tab]} · Settings`,
      section: 'settings',
      status: failure?.status,
      content: (context) => <SettingsTabs tab={tab}>{content(context)}</SettingsTabs>,
    });
  }
}
