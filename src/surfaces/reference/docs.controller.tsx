import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { publishAddresses } from '#platform/pages/public-addresses.js';
import { sendPublicPage } from '#platform/pages/page.response.js';
import { toMarkdown } from './docs.markdown.js';
import { DocsPage } from './docs.page.js';
import { MARKDOWN, sendText } from './docs.response.js';
import { type ReferencePage, ReferencePages } from './reference.pages.js';

const MAX_QUERY_LENGTH = 200;

const MISSING = {
  slug: '404',
  title: 'Page not found',
  summary: 'There is no such page.',
  markdown: '# Page not found\n\nThe reference has no such page. [All operations](/docs)',
} as const;

/** The API reference for people. Every page is also Markdown, at its address with `.md`. */
@Controller()
@LimitedByAddress()
@OpenRoute('the reference is public')
export class DocsController {
  constructor(private readonly pages: ReferencePages) {
    publishAddresses(() => pages.all().map(({ slug }) => (slug === '' ? '/docs' : `/docs/${slug}`)));
  }

  @Get('docs')
  start(@Res() response: Response, @Query('q') words?: unknown): void {
    const query = typeof words === 'string' ? words.slice(0, MAX_QUERY_LENGTH).trim() : '';
    const page = this.pages.find('') as ReferencePage;
    const search = { query, ...this.pages.listOperations(query) };
    sendPublicPage(response, 200, <DocsPage page={page} pages={this.pages.all()} search={search} />);
  }

  @Get('docs.md')
  startAsMarkdown(@Res() response: Response): void {
    const { markdown } = this.pages.find('') as ReferencePage;
    const operations = `## Operations\n\n${this.pages.listOperations().markdown}`;
    sendText(response, 200, MARKDOWN, `${toMarkdown(markdown)}\n\n${operations}\n`);
  }

  @Get('docs/:page')
  page(@Param('page') name: string, @Res() response: Response): void {
    const wantsMarkdown = name.endsWith('.md');
    const slug = wantsMarkdown ? name.slice(0, -'.md'.length) : name;
    const page = slug === '' ? undefined : this.pages.find(slug);
    const status = page ? 200 : 404;
    const shown = page ?? MISSING;
    if (wantsMarkdown) sendText(response, status, MARKDOWN, `${toMarkdown(shown.markdown)}\n`);
    else sendPublicPage(response, status, <DocsPage page={shown} pages={this.pages.all()} />);
  }
}
