import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { assistantGuide, llmsText, topicsText, topicText } from './assistant.texts.js';
import { CHANGES } from './changelog.entries.js';
import { changelogFeed } from './changelog.feed.js';
import { ATOM, MARKDOWN, PLAIN_TEXT, sendText } from './docs.response.js';
import { ReferencePages } from './reference.pages.js';

/** The reference for assistants and feed readers. */
@Controller()
@LimitedByAddress()
@OpenRoute('the reference is public')
export class AssistantTextsController {
  /** Texts that were asked for, by topic, and the feed. They do not change while the process runs. */
  private readonly topics = new Map<string, string>();
  private feed: string | undefined;

  constructor(
    private readonly pages: ReferencePages,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('llms.txt')
  list(@Res() response: Response): void {
    sendText(response, 200, PLAIN_TEXT, llmsText(this.pages.all(), this.env.PUBLIC_URL));
  }

  @Get('llms-full.txt')
  everything(@Res() response: Response): void {
    sendText(response, 200, PLAIN_TEXT, topicsText(this.pages.all(), this.env.PUBLIC_URL));
  }

  @Get('llms-full/:topic.txt')
  topic(@Param('topic') topic: string, @Res() response: Response): void {
    const text = this.topics.get(topic) ?? topicText(topic, this.pages.all());
    if (text === null) throw notFound();
    this.topics.set(topic, text);
    sendText(response, 200, PLAIN_TEXT, text);
  }

  @Get(['changelog.atom', 'api/v1/changelog.atom'])
  async changes(@Res() response: Response): Promise<void> {
    this.feed ??= await changelogFeed(CHANGES, this.env.PUBLIC_URL);
    sendText(response, 200, ATOM, this.feed);
  }

  @Get('guide.md')
  guide(@Res() response: Response): void {
    sendText(response, 200, MARKDOWN, assistantGuide(this.env.PUBLIC_URL));
  }
}
