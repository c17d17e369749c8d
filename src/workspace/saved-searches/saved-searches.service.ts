import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { emailUnverified, roleRequired } from '#accounts/teams/teams.failures.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { Page, pageOf, window } from '#platform/operations/operation.result.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { hashOfSecret } from '#platform/secrets/random.secret.js';
import { DigestsQueries } from './digests.queries.js';
import { asSent, readFilters, type SearchFilters } from './saved-search.dto.js';
import { changesOfSearch, delivers, deliveryOf, unmatchedField } from './saved-search.rules.js';
import { SavedSearchLimits } from './saved-search-limits.service.js';
import type { Delivery } from './saved-search.types.js';
import { viewOf } from './saved-search.view.js';
import { neverMatches } from './saved-searches.failures.js';
import type {
  NewSavedSearch,
  SavedSearchChange,
  SavedSearchView,
  SavedSearchWithFeed,
} from './saved-searches.operations.js';
import { type OwnedSearch, SavedSearchesQueries } from './saved-searches.queries.js';

const FEED_SECRET_BYTES = 32;

/** The hash by which the address of a feed is found. */
export const feedHashOf = (secret: string): string => hashOfSecret(secret).toString('hex');

/** The saved searches of teams. */
@Injectable()
export class SavedSearchesService {
  constructor(
    private readonly database: Database,
    private readonly queries: SavedSearchesQueries,
    private readonly teams: TeamsService,
    private readonly memberships: MembershipsService,
    private readonly digests: DigestsQueries,
    private readonly mails: MailsService,
    private readonly facts: Facts,
    private readonly limits: SavedSearchLimits,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Saves a search. @returns it with `feed_url` if it has a feed
   * @throws 400 `never_matches`, or for recipients outside the team; 403 `limit_reached` or `email_unverified`
   */
  async create(
    caller: TeamCaller,
    { name, filters, deliver, is_enabled }: NewSavedSearch,
  ): Promise<SavedSearchWithFeed> {
    const { team, lane, credentialId, credentialName } = caller;
    const delivery = deliveryOf(deliver);
    demandMatches(delivery, filters);
    const id = uuidv7();
    const feed_url = await this.database.transaction(async () => {
      await this.demandAllowed(team.id, delivery, null);
      await this.queries.insert({
        id,
        team_id: team.id,
        name,
        filters: asSent(filters),
        deliver: delivery,
        is_enabled,
        created_by_kind: lane,
        created_by_id: credentialId,
        // The address of a person goes with the account.
        created_by_name: lane === 'session' ? null : (credentialName ?? null),
      });
      await this.digests.setRecipients(id, delivery.email?.recipients ?? []);
      const after = { name, filters: asSent(filters), deliver: delivery, is_enabled };
      const changes = changesOfSearch(null, after);
      await this.facts.record('saved_search.created', { teamId: team.id, id, name }, { changes });
      return delivery.feed ? this.newFeed(id) : undefined;
    });
    return { ...(await this.get(caller, id)), ...(feed_url && { feed_url }) };
  }

  async list({ team }: TeamCaller, query: PageQuery): Promise<Page<SavedSearchView>> {
    const { items, pagination } = pageOf(await this.queries.list(team.id, window(query)), query);
    return new Page(items.map(viewOf), pagination);
  }

  /** @throws 404 */
  async get({ team }: TeamCaller, id: string): Promise<SavedSearchView> {
    const row = await this.queries.find(team.id, id);
    if (!row) throw notFound();
    return viewOf(row);
  }

  /** Whether the team has a search, without its numbers of matches. @throws 404 */
  async demand({ team }: TeamCaller, id: string): Promise<void> {
    if (!(await this.namesOf(team.id, [id])).has(id)) throw notFound();
  }

  /** The names of searches of the team by id. A search may have been deleted. */
  async namesOf(teamId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = ids.length > 0 ? await this.queries.findNames(teamId, ids) : [];
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * Changes the given fields. @returns the search with `feed_url` if the feed was switched on
   * @throws 400 and 403 as `create`; 404; 403 `role_required` for the search of another person
   */
  async update(caller: TeamCaller, id: string, change: SavedSearchChange): Promise<SavedSearchWithFeed> {
    const feed_url = await this.database.transaction(async () => {
      const team = await this.teams.lock(caller.team.id);
      const before = await this.locked(caller, id);
      const deliver = change.deliver && deliveryOf(change.deliver, before.deliver);
      const delivery = deliver ?? before.deliver;
      if (change.filters || deliver) demandMatches(delivery, change.filters ?? readFilters(before.filters));
      demandOwn(caller, before);
      if (deliver) await this.demandAllowed(caller.team.id, deliver, id);
      const { name, is_enabled } = change;
      if (is_enabled && !before.is_enabled) await this.limits.demandRoomToEnable(team, delivery, id);
      const after = { name, filters: change.filters && asSent(change.filters), deliver, is_enabled };
      await this.queries.update(id, after);
      await this.digests.setRecipients(id, delivery.email?.recipients ?? []);
      const changes = changesOfSearch(before, after);
      await this.facts.record('saved_search.changed', { teamId: caller.team.id, id, name: before.name }, { changes });
      if (!delivery.feed && before.deliver.feed) await this.queries.setFeed(id, null);
      return delivery.feed && !before.deliver.feed ? this.newFeed(id) : undefined;
    });
    return { ...(await this.get(caller, id)), ...(feed_url && { feed_url }) };
  }

  /** @throws 404; 403 `role_required` for the search of another person */
  async delete(caller: TeamCaller, id: string): Promise<{ deleted: true }> {
    await this.database.transaction(async () => {
      const search = await this.locked(caller, id);
      demandOwn(caller, search);
      await this.queries.delete(id);
      await this.facts.record('saved_search.deleted', { teamId: caller.team.id, id, name: search.name });
    });
    return { deleted: true };
  }

  /**
   * Replaces the address of the feed; the old address ends at once.
   * @throws 400 without a feed; 404; 403 `role_required` for the search of another person
   */
  async rotateFeed(caller: TeamCaller, id: string): Promise<{ feed_url: string }> {
    return this.database.transaction(async () => {
      const search = await this.locked(caller, id);
      demandOwn(caller, search);
      if (!search.deliver.feed) throw invalidField('deliver.feed', 'The search has no feed: switch deliver.feed on');
      await this.facts.record('saved_search.feed_rotated', { teamId: caller.team.id, id, name: search.name });
      return { feed_url: await this.newFeed(id) };
    });
  }

  private async locked({ team }: TeamCaller, id: string): Promise<OwnedSearch> {
    const search = await this.queries.lock(team.id, id);
    if (!search) throw notFound();
    return search;
  }

  /**
   * The limits of the plan, and the recipients. Locks the team, so that two requests cannot exceed a limit together.
   */
  private async demandAllowed(teamId: string, delivery: Delivery, searchId: string | null): Promise<void> {
    const team = await this.teams.lock(teamId);
    const unverified = await this.unverifiedIn(teamId, delivery);
    await this.limits.demandRoom(team, delivery, searchId);
    if (delivery.email) this.mails.demandConfigured();
    if (unverified) throw emailUnverified(undefined, 'A recipient has not confirmed their email address');
  }

  /** @returns whether a recipient has not confirmed their address. @throws 400 for a person outside the team */
  private async unverifiedIn(teamId: string, { email }: Delivery): Promise<boolean> {
    if (!email) return false;
    const known = await this.memberships.recipientsAmong(teamId, email.recipients);
    if (email.recipients.some((id) => !known.some((person) => person.id === id))) {
      throw invalidField('deliver.email.recipients', 'recipients must be people of your team');
    }
    return known.some(({ is_verified }) => !is_verified);
  }

  /** Creates a new address for a feed, which replaces an earlier one. */
  private async newFeed(id: string): Promise<string> {
    const secret = randomBytes(FEED_SECRET_BYTES).toString('hex');
    await this.queries.setFeed(id, { hash: feedHashOf(secret), hint: secret.slice(-4) });
    return `${this.env.PUBLIC_URL}/api/v1/feeds/${secret}.atom`;
  }
}

function demandMatches(delivery: Delivery, filters: SearchFilters): void {
  const field = delivers(delivery) ? unmatchedField(filters) : null;
  if (field) throw neverMatches({ field: `filters.${field}` });
}

/** A member may change only their own searches, and those that their assistants saved; a key acts for the whole team. */
function demandOwn({ role, userId }: TeamCaller, search: OwnedSearch): void {
  if (role === 'member' && search.owner_id !== userId) throw roleRequired({ required: 'admin' });
}
