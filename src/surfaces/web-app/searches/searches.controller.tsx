import { Controller, Query } from '@nestjs/common';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { ProductsService } from '#market/products/products.service.js';
import { invalidField } from '#platform/errors/application-error.js';
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
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { type Answer, notice, page, redirect } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Lists, TeamMember, Texts } from '../kernel/page.route.js';
import { pageNumber } from '../kernel/raw-query.js';
import { OPPORTUNITY_LIST } from '../opportunities/opportunity-list.query.js';
import type { ProductNames } from '../parts/filter-chips.page.js';
import { type DeliveryField, deliveryFrom, SEARCHES, SearchesPage, SearchPage } from './searches.page.js';

const SEARCH = `${SEARCHES}/:id`;
const SHOWN = 20;
const MAX_NAMED = 100;

const DELIVERY_FIELDS = ['inbox', 'webhook', 'feed', 'frequency', 'weekday', 'hour', 'time_zone', 'recipients[]'];
type DeliveryFields = Texts<Exclude<DeliveryField, 'recipients'>> & Lists<'recipients'>;

/** Saved searches with their matches. */
@Controller()
export class SearchPagesController {
  constructor(
    private readonly input: FormInput,
    private readonly searches: SavedSearchesService,
    private readonly matches: MatchesService,
    private readonly memberships: MembershipsService,
    private readonly products: ProductsService,
  ) {}

  @Page(SEARCHES, { operation: listSavedSearches, section: 'searches' })
  async list(@Member() { caller }: TeamMember, @Query('page') number: unknown): Promise<Answer> {
    const searches = await this.searches.list(caller, { page: pageNumber(number), page_size: SHOWN });
    const names = await this.productNamesIn(searches.items);
    return page('Saved searches', <SearchesPage page={searches} names={names} />);
  }

  @Form(SEARCHES, { operation: createSavedSearch, page: OPPORTUNITY_LIST })
  async create(
    @Member() { caller }: TeamMember,
    @Fields('name', 'filters') { name, filters }: Texts<'name' | 'filters'>,
  ): Promise<Answer> {
    const { body } = this.input.validate(createSavedSearch, { body: { name, filters: readJson(filters) } });
    const { id } = await this.searches.create(caller, body);
    return redirect(`${SEARCHES}/${id}`, 'Saved.');
  }

  @Page(SEARCH, { operation: getSavedSearch, section: 'searches' })
  async show(@Member() { caller }: TeamMember, @Id() id: string, @Query('cursor') cursor: unknown): Promise<Answer> {
    const { query } = this.input.validate(listMatches, { path: { id }, query: cursor === undefined ? {} : { cursor } });
    const [search, matches, members] = await Promise.all([
      this.searches.get(caller, id),
      this.matches.list(caller, id, query),
      this.memberships.findByTeam(caller.team.id),
    ]);
    const names = await this.productNamesIn([search]);
    return page(search.name, <SearchPage {...{ search, matches, names, members }} />);
  }

  /** Changes where matches go. The address of a new feed is shown once. */
  @Form(`${SEARCH}/deliver`, { operation: updateSavedSearch, page: SEARCH })
  async deliver(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields(...DELIVERY_FIELDS) sent: DeliveryFields,
  ): Promise<Answer> {
    const deliver = deliveryFrom({ ...sent, recipients: sent.recipients.join(' ') });
    const { body } = this.input.validate(updateSavedSearch, { path: { id }, body: { deliver } });
    const { feed_url: feed } = await this.searches.update(caller, id, body);
    return redirect(`${SEARCHES}/${id}`, feed ? { kind: 'feed', text: feed } : notice('Saved.'));
  }

  @Form(`${SEARCH}/rotate-feed`, { operation: rotateFeed, page: SEARCH })
  async rotate(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    const { feed_url: text } = await this.searches.rotateFeed(caller, id);
    return redirect(`${SEARCHES}/${id}`, { kind: 'feed', text });
  }

  @Form(`${SEARCH}/state`, { operation: updateSavedSearch, page: SEARCH })
  async switch(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Fields('is_enabled') sent: Texts<'is_enabled'>,
  ): Promise<Answer> {
    const is_enabled = sent.is_enabled === 'true';
    await this.searches.update(caller, id, { is_enabled });
    const text = is_enabled ? 'New opportunities are matched again.' : 'New opportunities are no longer matched.';
    return redirect(`${SEARCHES}/${id}`, text);
  }

  @Form(`${SEARCH}/delete`, { operation: deleteSavedSearch, page: SEARCH })
  async delete(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.searches.delete(caller, id);
    return redirect(SEARCHES, 'The search was deleted.');
  }

  /** The names of the products that the filters name. */
  private async productNamesIn(searches: readonly SavedSearchView[]): Promise<ProductNames> {
    const ids = new Set(searches.flatMap(({ filters }) => [filters.product_id ?? []].flat().map(String)));
    const products = await this.products.summariesOf([...ids].slice(0, MAX_NAMED));
    return new Map(products.map(({ id, name }) => [id, name]));
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('filters', 'The filters are not valid. Save the search again.');
  }
}
