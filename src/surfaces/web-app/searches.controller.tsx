import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { invalidField } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import type { Operation } from '#platform/operations/operation.js';
import { listMatches } from '#workspace/saved-searches/matches.operations.js';
import { MatchesService } from '#workspace/saved-searches/matches.service.js';
import {
  createSavedSearch,
  deleteSavedSearch,
  getSavedSearch,
  listSavedSearches,
  updateSavedSearch,
} from '#workspace/saved-searches/saved-searches.operations.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { AppPages } from './app-pages.js';
import { Flashes } from './flash.js';
import { FormInput } from './form-input.js';
import { pageNumber, texts } from './form-texts.js';
import { PageGate } from './page.gate.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { SearchesPage, SearchPage, SEARCHES } from './searches.page.js';
import { Visitors } from './visitor.js';

const SHOWN = 20;

/** Saved searches with their matches. */
@Controller('app/searches')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SearchPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly searches: SavedSearchesService,
    private readonly matches: MatchesService,
    private readonly flashes: Flashes,
  ) {}

  @Get()
  async list(@Query('page') number: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.allowed(request, response, listSavedSearches);
    const page = await this.searches.list(caller, { page: pageNumber(number), page_size: SHOWN });
    await this.pages.send(request, response, {
      title: 'Saved searches',
      section: 'opportunities',
      content: () => <SearchesPage page={page} />,
    });
  }

  @Post()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.allowed(request, response, createSavedSearch);
    const { name, filters } = texts(request, 'name', 'filters');
    const { body } = this.input.validate(createSavedSearch, { body: { name, filters: readJson(filters) } });
    const { id } = await this.searches.create(caller, body);
    await this.flashes.redirect(request, response, `${SEARCHES}/${id}`, { kind: 'notice', text: 'Saved.' });
  }

  @Get(':id')
  async show(
    @Param('id', IdPipe) id: string,
    @Query('cursor') cursor: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const caller = await this.allowed(request, response, getSavedSearch);
    const search = await this.searches.get(caller, id);
    const { query } = this.input.validate(listMatches, { path: { id }, query: cursor === undefined ? {} : { cursor } });
    const matches = await this.matches.list(caller, id, query);
    await this.pages.send(request, response, {
      title: search.name,
      section: 'opportunities',
      content: ({ csrfToken }) => <SearchPage search={search} matches={matches} csrfToken={csrfToken} />,
    });
  }

  @Post(':id/state')
  async switch(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.allowed(request, response, updateSavedSearch);
    const is_enabled = texts(request, 'is_enabled').is_enabled === 'true';
    await this.searches.update(caller, id, { is_enabled });
    const text = is_enabled ? 'New opportunities are matched again.' : 'New opportunities are no longer matched.';
    await this.flashes.redirect(request, response, `${SEARCHES}/${id}`, { kind: 'notice', text });
  }

  @Post(':id/delete')
  async delete(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const caller = await this.allowed(request, response, deleteSavedSearch);
    await this.searches.delete(caller, id);
    await this.flashes.redirect(request, response, SEARCHES, { kind: 'notice', text: 'The search was deleted.' });
  }

  private async allowed(request: Request, response: Response, operation: Operation): Promise<TeamCaller> {
    const { caller } = await this.visitors.memberOf(request);
    await this.gate.pass(operation, caller, response);
    return caller;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('filters', 'The filters are not valid. Save the search again.');
  }
}
