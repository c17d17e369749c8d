import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { ProductsService } from '#market/products/products.service.js';
import { type ApplicationError, invalidField } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { listMatches } from '#workspace/saved-searches/matches.operations.js';
import { MatchesService } from '#workspace/saved-searches/matches.service.js';
import {
  createSavedSearch,
  deleteSavedSearch,
  getSavedSearch,
  listSavedSearches,
  rotateFeed,
  type SavedSearchView,
  updateSavedSearch,
} from '#workspace/saved-searches/saved-searches.operations.js';
import type { Delivery, EmailDelivery } from '#workspace/saved-searches/saved-search.types.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { AppPages } from '../parts/app-pages.js';
import { type Flash, Flashes } from '../parts/flash.js';
import type { ProductNames } from '../parts/filter-chips.page.js';
import { FormInput } from '../parts/form-input.js';
import { asExpectedFailure, refusedForm } from '../parts/form-state.js';
import { pageNumber, texts } from '../parts/form-texts.js';
import { PageGate } from '../parts/page.gate.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SearchesPage, SearchPage, SEARCHES } from './searches.page.js';

const SHOWN = 20;
const MOST_NAMED = 100;

/** Saved searches with their matches. */
@Controller('app/searches')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SearchPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly searches: SavedSearchesService,
    private readonly matches: MatchesService,
    private readonly memberships: MembershipsService,
    private readonly products: ProductsService,
    private readonly flashes: Flashes,
  ) {}

  @Get()
  async list(@Query('page') number: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(listSavedSearches, request, response);
    const page = await this.searches.list(caller, { page: pageNumber(number), page_size: SHOWN });
    const names = await this.productNamesIn(page.items);
    await this.pages.send(request, response, {
      title: 'Saved searches',
      section: 'opportunities',
      content: () => <SearchesPage page={page} names={names} />,
    });
  }

  @Post()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(createSavedSearch, request, response);
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
    await this.sendSearch(request, response, id, { cursor });
  }

  /** Changes where matches go. The address of a new feed is shown once. */
  @Post(':id/deliver')
  async deliver(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(updateSavedSearch, request, response);
    const deliver = deliveryIn(request);
    let feed: string | undefined;
    try {
      const { body } = this.input.validate(updateSavedSearch, { path: { id }, body: { deliver } });
      ({ feed_url: feed } = await this.searches.update(caller, id, body));
    } catch (error) {
      const failure = asExpectedFailure(error);
      return this.sendSearch(request, response, id, { refused: { deliver, failure } });
    }
    const flash: Flash = feed ? { kind: 'feed', text: feed } : { kind: 'notice', text: 'Saved.' };
    await this.flashes.redirect(request, response, `${SEARCHES}/${id}`, flash);
  }

  @Post(':id/rotate-feed')
  async rotate(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(rotateFeed, request, response);
    const { feed_url: text } = await this.searches.rotateFeed(caller, id);
    await this.flashes.redirect(request, response, `${SEARCHES}/${id}`, { kind: 'feed', text });
  }

  @Post(':id/state')
  async switch(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(updateSavedSearch, request, response);
    const is_enabled = texts(request, 'is_enabled').is_enabled === 'true';
    await this.searches.update(caller, id, { is_enabled });
    const text = is_enabled ? 'New opportunities are matched again.' : 'New opportunities are no longer matched.';
    await this.flashes.redirect(request, response, `${SEARCHES}/${id}`, { kind: 'notice', text });
  }

  @Post(':id/delete')
  async delete(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(deleteSavedSearch, request, response);
    await this.searches.delete(caller, id);
    await this.flashes.redirect(request, response, SEARCHES, { kind: 'notice', text: 'The search was deleted.' });
  }

  private async sendSearch(
    request: Request,
    response: Response,
    id: string,
    { cursor, refused }: { cursor?: unknown; refused?: { deliver: Delivery; failure: ApplicationError } },
  ): Promise<void> {
    const { caller } = await this.gate.admit(getSavedSearch, request, response);
    const { query } = this.input.validate(listMatches, { path: { id }, query: cursor === undefined ? {} : { cursor } });
    const [search, matches, members] = await Promise.all([
      this.searches.get(caller, id),
      this.matches.list(caller, id, query),
      this.memberships.findByTeam(caller.team.id),
    ]);
    const names = await this.productNamesIn([search]);
    const shown = refused && { deliver: refused.deliver, fault: refusedForm({}, refused.failure).fault ?? '' };
    await this.pages.send(request, response, {
      title: search.name,
      section: 'opportunities',
      status: refused?.failure.status,
      content: (context) => <SearchPage {...{ search, matches, names, members, refused: shown, context }} />,
    });
  }

  /** The names of the products that the filters name. */
  private async productNamesIn(searches: readonly SavedSearchView[]): Promise<ProductNames> {
    const ids = new Set(searches.flatMap(({ filters }) => [filters.product_id ?? []].flat().map(String)));
    const products = await this.products.summariesOf([...ids].slice(0, MOST_NAMED));
    return new Map(products.map(({ id, name }) => [id, name]));
  }
}

/** The delivery as the form sends it. Its values are not checked yet. */
function deliveryIn(request: Request): Delivery {
  const { frequency, weekday, hour, time_zone } = texts(request, 'frequency', 'weekday', 'hour', 'time_zone');
  const { inbox, webhook, feed, recipients } = (request.body ?? {}) as Record<string, unknown>;
  const email = {
    frequency,
    weekday,
    hour: Number(hour),
    time_zone,
    recipients: [recipients ?? []].flat().map(String),
  };
  return {
    inbox: inbox === 'true',
    webhook: webhook === 'true',
    feed: feed === 'true',
    email: frequency === '' ? null : (email as EmailDelivery),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('filters', 'The filters are not valid. Save the search again.');
  }
}
