import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { changesOf } from '#accounts/audit/audit.changes.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { Database } from '#platform/database/database.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { Page, pageOf, PreparedWrite, window } from '#platform/operations/operation.result.js';
import { DueWork } from '#platform/queues/due-work.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { DestinationDeliveriesQueries } from './destination-deliveries.queries.js';
import { DestinationLimits } from './destination-limits.service.js';
import { DESTINATIONS_TABLE, DestinationSenders } from './destination.senders.js';
import { type DestinationKind, type DestinationNews, KIND_NAMES, NEWS_OF } from './destination.types.js';
import { destinationRefused } from './destinations.failures.js';
import { SEND_TO_DESTINATIONS } from './destinations.jobs.js';
import type { DestinationChange, DestinationView, NewDestination } from './destinations.operations.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';

const HINT_LENGTH = 4;

/** The destinations of teams. */
@Injectable()
export class Destinations {
  constructor(
    private readonly database: Database,
    private readonly queries: DestinationsQueries,
    private readonly deliveries: DestinationDeliveriesQueries,
    private readonly senders: DestinationSenders,
    private readonly teams: TeamsService,
    private readonly searches: SavedSearchesService,
    private readonly encryption: EncryptionService,
    private readonly facts: Facts,
    private readonly dueWork: DueWork,
    private readonly limits: DestinationLimits,
  ) {}

  /**
   * Creates a destination. @throws 400 `destination_refused`, or for news that its kind does not have and for unknown searches; 403
   * `feature_not_configured` or `limit_reached`
   */
  async create(teamId: string, wanted: NewDestination): Promise<DestinationView> {
    const { complete } = await this.prepare(teamId, wanted);
    return complete();
  }

  /** Checks a new destination, of which DNS needs up to 5 s. Call it outside a transaction. @returns what creates it. @throws as `create` */
  async prepare(teamId: string, wanted: NewDestination): Promise<PreparedWrite<DestinationView>> {
    const { kind, secret, news, saved_search_ids } = wanted;
    demandNews(kind, news);
    demandSearchable(kind, saved_search_ids);
    await this.limits.demandRoom(await this.teams.get(teamId));
    await this.demandSecret(kind, secret);
    this.encryption.demandKey();
    return new PreparedWrite(() => this.add(teamId, wanted));
  }

  private async add(teamId: string, wanted: NewDestination): Promise<DestinationView> {
    const { kind, name, secret, news, saved_search_ids } = wanted;
    const id = uuidv7();
    await this.database.transaction(async () => {
      await this.limits.demandRoom(await this.teams.lock(teamId));
      await this.demandSearches(teamId, saved_search_ids);
      await this.queries.insert({
        ...{ id, team_id: teamId, kind, name, news, saved_search_ids: saved_search_ids ?? null },
        ...this.sealed(id, secret),
      });
      const changes = { kind: [null, kind], news: [null, news] } as const;
      await this.facts.record('destination.created', { teamId, id, name }, { changes });
    });
    return this.get(teamId, id);
  }

  async list(teamId: string, query: PageQuery): Promise<Page<DestinationView>> {
    const { items, pagination } = pageOf(await this.queries.list(teamId, window(query)), query);
    return new Page(items.map(viewOf), pagination);
  }

  /** The destinations of a kind, the oldest first. */
  async ofKind(teamId: string, kind: DestinationKind): Promise<DestinationView[]> {
    return (await this.queries.ofKind(teamId, kind)).map(viewOf);
  }

  /** @throws 404 */
  async get(teamId: string, id: string): Promise<DestinationView> {
    const row = await this.queries.find(teamId, id);
    if (!row) throw notFound();
    return viewOf(row);
  }

  /** Changes the given fields. @throws as `create`; 404 */
  async update(teamId: string, id: string, change: DestinationChange): Promise<DestinationView> {
    const { kind } = await this.get(teamId, id);
    if (change.news) demandNews(kind, change.news);
    demandSearchable(kind, change.saved_search_ids);
    if (change.secret !== undefined) await this.demandSecret(kind, change.secret);
    await this.database.transaction(async () => {
      // A change to a smaller plan locks in this order, too.
      if (change.status === 'enabled') await this.teams.lock(teamId);
      const before = await this.locked(teamId, id);
      const { name, news, saved_search_ids, status, secret } = change;
      if (status === 'enabled' && before.status === 'disabled') await this.limits.demandRoomToEnable(teamId);
      await this.demandSearches(teamId, saved_search_ids ?? undefined);
      const sealed = secret === undefined ? undefined : this.sealed(id, secret);
      await this.queries.update(id, { name, news, saved_search_ids, status, disabled_reason: 'manual', ...sealed });
      const changes = changesOf(
        { ...asAudited(before), secret_hint: before.secret_hint },
        { name, news, saved_search_ids, status, secret_hint: sealed?.secret_hint },
      );
      await this.facts.record('destination.changed', { teamId, id, name: before.name }, { changes });
      await this.database.afterCommit(() => this.dueWork.notify(SEND_TO_DESTINATIONS));
    });
    return this.get(teamId, id);
  }

  /** Deletes a destination with its secret and cancels its waiting deliveries. @throws 404 */
  async delete(teamId: string, id: string): Promise<{ deleted: true }> {
    await this.database.transaction(async () => {
      const { name } = await this.locked(teamId, id);
      await this.queries.markDeleted(id);
      await this.deliveries.cancelWaiting(id);
      await this.facts.record('destination.deleted', { teamId, id, name });
    });
    return { deleted: true };
  }

  private async locked(teamId: string, id: string): Promise<DestinationRow> {
    const destination = await this.queries.lock(teamId, id);
    if (!destination) throw notFound();
    return destination;
  }

  private async demandSecret(kind: DestinationKind, secret: string): Promise<void> {
    const refusal = await this.senders.of(kind).check(secret);
    if (refusal) throw destinationRefused({ refusal });
  }

  /** @throws 400 for a search that the team does not have */
  private async demandSearches(teamId: string, ids: readonly string[] | undefined): Promise<void> {
    if (!ids) return;
    const known = await this.searches.namesOf(teamId, ids);
    const unknown = ids.find((id) => !known.has(id));
    if (unknown) throw invalidField('saved_search_ids', `saved_search_ids: your team has no saved search ${unknown}`);
  }

  private sealed(id: string, secret: string) {
    return {
      secret_encrypted: this.encryption.encrypt(DESTINATIONS_TABLE, id, secret),
      secret_hint: secret.slice(-HINT_LENGTH),
    };
  }
}

/** @throws 400 for news that a kind of destination does not have, and for a Slack channel without any */
function demandNews(kind: DestinationKind, news: readonly DestinationNews[]): void {
  const known = NEWS_OF[kind];
  const isWrong = news.some((each) => !known.includes(each)) || (kind === 'slack' && news.length === 0);
  if (isWrong) throw invalidField('news', `news of a ${KIND_NAMES[kind]} destination must be of: ${known.join(', ')}`);
}

/** @throws 400 for searches of a destination that gets no matches */
function demandSearchable(kind: DestinationKind, ids: readonly string[] | null | undefined): void {
  if (!ids || NEWS_OF[kind].includes('matches')) return;
  throw invalidField('saved_search_ids', `A ${KIND_NAMES[kind]} destination gets no matches`);
}

const asAudited = ({ name, news, saved_search_ids, status }: DestinationRow) => ({
  ...{ name, news, saved_search_ids, status },
});

const timeOf = (time: Date | null): string | null => time && time.toISOString();

function viewOf(row: DestinationRow): DestinationView {
  const { id, kind, name, secret_hint, news, saved_search_ids, status, disabled_reason, last_failure, livemode } = row;
  return {
    ...{ id, kind, name, secret_hint, news, saved_search_ids, status, disabled_reason, last_failure, livemode },
    last_failure_at: timeOf(row.last_failure_at),
    last_success_at: timeOf(row.last_success_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
