import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { EventLog } from '#platform/events/event-log.js';
import { DueWork } from '#platform/queues/due-work.js';
import { connectorOf, findConnector } from './connectors/catalog.js';
import type { Connector, Settings } from './connectors/connector.js';
import type { Asked } from './page.reader.js';
import { readSecret, readSettings, settingsKeyOf } from './settings.reader.js';
import { SourceCredentials } from './source-credentials.service.js';
import { operatorUnknown, sourceSettingsInvalid } from './source.failures.js';
import { SOURCE_STATES } from './source.entity.js';
import { SourcePreviews } from './source-previews.service.js';
import { connectorViews, type FetchedKind, sourceView, type SourceView } from './source.views.js';
import { TEXTS_GONE } from './sources.events.js';
import { SYNC_SOURCES } from './sources.jobs.js';
import { type RejectRow, type RunRow, type SourceRow, SourcesQueries } from './sources.queries.js';

/** A source that someone wants. */
export interface NewSource {
  connector: string;
  settings: Readonly<Record<string, unknown>>;
  intervalSeconds?: number;
  /** Also fetches older texts, from this time on. */
  since?: Date;
  secret?: string;
  /** Whether the operator wants it, and not a team alone. Default: true. */
  isOperators?: boolean;
}

export type { RejectRow, RunRow };

/** A source as it is added. */
interface AddedSource {
  connector: Connector;
  settings: Settings;
  key: string;
  seconds: number;
  since: Date | undefined;
  secret: string | undefined;
  isOperators: boolean;
}

const REMOVED_AT_ONCE = 500;
const SHOWN_RUNS = 20;

/** The sources that texts are fetched from. */
@Injectable()
export class SourcesService {
  readonly connectors = connectorViews();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: Database,
    private readonly queries: SourcesQueries,
    private readonly previews: SourcePreviews,
    private readonly credentials: SourceCredentials,
    private readonly events: EventLog,
    private readonly dueWork: DueWork,
    private readonly facts: Facts,
  ) {}

  /**
   * Adds a source after its first page was read, and has a worker fetch it. A place that is a source already is not added again: its
   * interval becomes the shorter one, a given secret replaces the one it has, older texts are fetched if they are wanted, and a recording
   * is fetched from now on.
   * The interval is at most the longest one of the connector.
   * @throws 400 `source_settings_invalid` or `source_unreadable`, 403 `operator_contact_missing`
   */
  async add(wanted: NewSource): Promise<{ source_id: string; already_exists: boolean }> {
    this.demandOperator();
    const { connector, settings, key } = this.read(wanted.connector, wanted.settings);
    const seconds = Math.min(wanted.intervalSeconds ?? connector.defaultSeconds, connector.maxSeconds ?? Infinity);
    const known = await this.queries.findByKey(connector.name, key);
    const isOperators = wanted.isOperators ?? true;
    const isFetched = known !== null && !known.is_recording;
    const secret = isFetched && wanted.secret === undefined ? null : readSecret(connector, wanted.secret);
    const added = { connector, settings, key, seconds, since: wanted.since, secret: secret?.secret, isOperators };
    if (!isFetched) await this.demandPlace(connector, settings);
    if (!isFetched || secret) await this.previews.demandReadable({ connector, settings, credential: secret });
    return isFetched ? this.share(known, added) : this.insert(added);
  }

  /** Sources that are not removed: all, or those with these ids. */
  async list(ids: readonly string[] | null = null): Promise<SourceView[]> {
    return (await this.queries.list(ids)).map(sourceView);
  }

  /** @throws 404 */
  async get(id: string): Promise<SourceView> {
    const [found] = await this.list([id]);
    if (!found) throw unknownSource();
    return found;
  }

  /** The last runs of a source, the newest first. */
  runsOf(id: string): Promise<RunRow[]> {
    return this.queries.runsOf(id, SHOWN_RUNS);
  }

  /** The items of a source that could not be read. @throws 404 */
  async rejectsOf(id: string): Promise<RejectRow[]> {
    await this.demand(id);
    return this.queries.rejectsOf(id);
  }

  /** Stops a source until it is resumed. A worker that reads it stores nothing more. @returns false if it was stopped before */
  pause(id: string): Promise<boolean> {
    return this.queries.setState(id, 'paused', ['active', 'broken']);
  }

  /**
   * Has a paused or broken source fetched again, now, and a recording for the first time.
   * @returns false if it was fetched before. @throws 403 `operator_contact_missing`
   */
  async resume(id: string): Promise<boolean> {
    this.demandOperator();
    const isResumed = await this.queries.setState(id, 'active', ['paused', 'broken']);
    await this.database.afterCommit(() => this.dueWork.notify(SYNC_SOURCES));
    return isResumed;
  }

  /** Has a source fetched now, and older texts too if `since` is given. @throws 404; 400 if it is not active */
  async syncNow(id: string, since?: Date): Promise<void> {
    this.demandOperator();
    const source = await this.demand(id);
    const { state, label } = source;
    await this.database.transaction(async () => {
      if (!(await this.queries.makeDue(id))) throw invalidRequest(`The source is ${state}: resume it first`);
      if (since) await this.readSince(source, since);
      const changes = since && { since: [null, since.toISOString()] as const };
      await this.facts.record(
        'source.fetch_requested',
        { teamId: null, id, name: label },
        { ...(changes && { changes }) },
      );
      await this.database.afterCommit(() => this.dueWork.notify(SYNC_SOURCES));
    });
  }

  /** The source of a place, or null. */
  findByKey({ name }: Connector, key: string): Promise<Pick<SourceRow, 'id' | 'is_recording'> | null> {
    return this.queries.findByKey(name, key);
  }

  /** Fetches a source as often as the operator wants, or a team if that is more often. `seconds` is null if no team has it. */
  relax(id: string, seconds: number | null): Promise<void> {
    return this.queries.relax(id, seconds);
  }

  /** Locks a source until the open transaction ends, so that it is not removed meanwhile. @returns false if it is removed */
  lock(id: string): Promise<boolean> {
    return this.queries.lock(id);
  }

  /** Removes a source that no team has any more, unless the operator wants it. */
  async removeOfTeams(id: string): Promise<void> {
    const source = await this.queries.find(id);
    if (source && !source.is_operators && source.state !== 'removed') await this.end(source);
  }

  /** Removes a source. Its texts stay. @returns false if another caller has removed it. @throws 404 */
  async remove(id: string): Promise<boolean> {
    return this.end(await this.demand(id));
  }

  /** Whether a source is removed, and its texts are not erased. */
  async hasLeftTexts(id: string): Promise<boolean> {
    return (await this.queries.find(id))?.state === 'removed' && (await this.queries.hasItems(id));
  }

  /** Erases the texts of a removed source that no other one has, and its items that could not be read. Safe to repeat. @returns how many are being erased. @throws 404 */
  async eraseTexts(id: string): Promise<number> {
    const source = await this.queries.find(id);
    if (source?.state !== 'removed') throw unknownSource();
    await this.queries.deleteAllRejects(id);
    for (let [erased, isFirst] = [0, true]; ; isFirst = false) {
      const taken = await this.database.transaction(() => this.eraseSome(source, isFirst));
      if (taken === null) return erased;
      erased += taken;
    }
  }

  /** The kinds of sources that are fetched. No place is named: a team may not want others to know it. */
  async fetchedKinds(): Promise<FetchedKind[]> {
    const places = await this.queries.countByConnector();
    return this.connectors
      .map((connector) => ({ ...connector, places: places.get(connector.name) ?? 0 }))
      .filter((kind) => kind.places > 0);
  }

  /** The sources by state, also 0 in a state that none has, and how late they are. */
  async states() {
    const found = new Map((await this.queries.statesOf()).map((each) => [each.state, each]));
    return SOURCE_STATES.map((state) => found.get(state) ?? { state, sources: 0, lag_seconds: 0 });
  }

  /** What became of the items of the last 30 days. Reads all runs. */
  totals() {
    return this.queries.totals();
  }

  /** @throws 403 `operator_contact_missing` */
  demandOperator(): void {
    if (!this.env.OPERATOR_CONTACT) throw operatorUnknown();
  }

  /** @throws 404 */
  async demand(id: string): Promise<SourceRow> {
    const source = await this.queries.find(id);
    if (!source || source.state === 'removed') throw unknownSource();
    return source;
  }

  /** The connector and the settings that someone named. @throws 400 `source_settings_invalid` */
  read(name: string, given: Readonly<Record<string, unknown>>) {
    const connector = findConnector(name);
    if (!connector) {
      const names = this.connectors.map((each) => each.name).join(', ');
      throw sourceSettingsInvalid({ setting: 'connector', fault: `must be one of ${names}` });
    }
    const settings = readSettings(connector, given);
    return { connector, settings, key: settingsKeyOf(connector, settings) };
  }

  /** The same with the secret that someone gave, to preview it. @throws 400 `source_settings_invalid` */
  readWithSecret(name: string, given: Readonly<Record<string, unknown>>, secret: string | undefined): Asked {
    const { connector, settings } = this.read(name, given);
    return { connector, settings, credential: readSecret(connector, secret) };
  }

  /** A source that is there already, with its secret, to preview it. @throws 404 */
  async askedOf(id: string): Promise<Asked> {
    const source = await this.demand(id);
    const credential = await this.credentials.of(source);
    return { connector: connectorOf(source), settings: source.settings, credential };
  }

  private async insert(wanted: AddedSource): Promise<{ source_id: string; already_exists: boolean }> {
    const { connector, settings, key, seconds, since, secret, isOperators } = wanted;
    const id = uuidv7();
    const isNew = await this.database.transaction(async () => {
      await this.demandPlace(connector, settings);
      const credential_id = secret === undefined ? null : await this.credentials.keep(connector.name, secret);
      const until = (await this.database.now()).toISOString();
      const inserted = await this.queries.insert({
        ...{ id, connector: connector.name, settings, settings_key: key, label: connector.labelOf(settings) },
        place_key: connector.placeOf?.(settings) ?? null,
        ...{ credential_id, state: 'active', interval_seconds: seconds },
        is_operators: isOperators,
        backfill: since ? { since: since.toISOString(), until, walk: null } : null,
      });
      if (inserted) await this.database.afterCommit(() => this.dueWork.notify(SYNC_SOURCES));
      if (inserted && isOperators)
        await this.facts.record('source.added', { teamId: null, id, name: connector.labelOf(settings) });
      if (!inserted && credential_id !== null) await this.credentials.forget(credential_id);
      return inserted;
    });
    if (isNew) return { source_id: id, already_exists: false };
    const known = await this.queries.findByKey(connector.name, key);
    // Another caller removed it in this moment.
    if (!known) return this.insert(wanted);
    return this.share(known, wanted);
  }

  /**
   * Locks a place that one connector may read, to the end of an open transaction. @throws 400 `source_settings_invalid` if another
   * connector reads it
   */
  private async demandPlace(connector: Connector, settings: Settings): Promise<void> {
    const place = connector.placeOf?.(settings);
    if (place === undefined) return;
    await this.queries.lockPlace(place);
    const other = await this.queries.otherConnectorAt(place, connector.name);
    if (other === null) return;
    const fault = `is a source of ${other} already, which gives its reviews other ids. Remove that source first`;
    throw sourceSettingsInvalid({ setting: connector.identity[0] ?? 'connector', fault });
  }

  private end({ id, credential_id }: SourceRow): Promise<boolean> {
    return this.database.transaction(async () => {
      const isEnded = await this.queries.setState(id, 'removed', ['active', 'paused', 'broken']);
      if (credential_id !== null) await this.credentials.forget(credential_id);
      return isEnded;
    });
  }

  private share(
    known: SourceRow,
    { settings, seconds, since, secret, isOperators }: AddedSource,
  ): Promise<{ source_id: string; already_exists: true }> {
    const { id, label } = known;
    return this.database.transaction(async () => {
      if (isOperators) await this.queries.keep(id, seconds);
      if (isOperators && (!known.is_operators || known.is_recording))
        await this.facts.record('source.added', { teamId: null, id, name: label });
      if (known.is_recording) await this.resume(id);
      await this.queries.shorten(id, seconds);
      if (secret !== undefined) await this.replaceSecret(id, settings, secret);
      if (since) await this.readSince(known, since);
      if (since || secret !== undefined) await this.database.afterCommit(() => this.dueWork.notify(SYNC_SOURCES));
      return { source_id: id, already_exists: true };
    });
  }

  /** Has a source read the texts before those that it has read, from a time on. */
  private async readSince({ id, cursor }: SourceRow, since: Date): Promise<void> {
    const until = cursor?.reached ?? (await this.database.now()).toISOString();
    await this.queries.setBackfill(id, { since: since.toISOString(), until, walk: null });
  }

  /**
   * Gives a source another secret, with the settings that belong to it, in the open transaction. A source whose secret was refused is fetched
   * again.
   */
  private async replaceSecret(id: string, settings: Settings, secret: string): Promise<void> {
    if (!(await this.queries.lock(id))) return;
    const source = await this.demand(id);
    const { product: _, maker: __, ...others } = settings;
    const credentialId = await this.credentials.keep(source.connector, secret);
    await this.queries.setCredential(id, credentialId, { ...source.settings, ...others });
    if (source.credential_id !== null) await this.credentials.forget(source.credential_id);
    if (source.state === 'broken' && source.failure_kind === 'credential') await this.resume(id);
  }

  /** Erases some texts of a source in the open transaction. @returns how many; null if none are left */
  private async eraseSome(source: SourceRow, isFirst: boolean): Promise<number | null> {
    const { id, label } = source;
    const items = await this.queries.takeItems(id, REMOVED_AT_ONCE);
    if (items.length === 0) return null;
    if (isFirst) await this.facts.record('source.texts_erased', { teamId: null, id, name: label });
    const texts = items.filter(({ is_shared }) => !is_shared).map(({ place, external_id }) => ({ place, external_id }));
    if (texts.length > 0)
      await this.events.append(TEXTS_GONE, { kind: connectorOf(source).kind, why: 'removed', texts });
    return texts.length;
  }
}

const unknownSource = () => notFound('There is no such source');
