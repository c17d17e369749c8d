import { Inject, Injectable, Logger } from '@nestjs/common';
import { ThrottlingService } from '#access/throttling/throttling.service.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { limitsTierOf } from '#accounts/teams/plans.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { Settings } from '#market/sources/connectors/connector.js';
import { sourceSettingsInvalid } from '#market/sources/source.failures.js';
import { SourcePreviews } from '#market/sources/source-previews.service.js';
import { namedSource, type SourceView } from '#market/sources/source.views.js';
import { SourcesService } from '#market/sources/sources.service.js';
import type { CallerTeam, TeamCaller } from '#platform/caller/caller.js';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { notFound, rateLimited } from '#platform/errors/application-error.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { type ChangedSource, changeOf } from './tracking.events.js';
import { liveModeOnly, sourceLimitReached } from './tracking.failures.js';
import type {
  PreviewLine,
  SourceConnector,
  SourcePreviewResult,
  SourceToAdd,
  SourceToPreview,
  TrackedSource,
} from './tracking.operations.js';
import { TrackingQueries } from './tracking.queries.js';

const SECONDS_PER_MINUTE = 60;
/** Each of them asks a service. */
const PREVIEWS_PER_MINUTE = 10;

/** The sources of teams. Teams that want the same place share one. */
@Injectable()
export class TrackingService {
  private readonly log = new Logger(TrackingService.name);

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: Database,
    private readonly queries: TrackingQueries,
    private readonly sources: SourcesService,
    private readonly previews: SourcePreviews,
    private readonly teams: TeamsService,
    private readonly throttling: ThrottlingService,
    private readonly facts: Facts,
  ) {}

  /** The kinds of places. None is available until the operator has set a contact address. */
  connectors(): SourceConnector[] {
    const is_available = this.env.OPERATOR_CONTACT !== undefined;
    return this.sources.connectors.map((connector) => ({
      ...connector,
      is_available: is_available && connector.credential !== 'required',
    }));
  }

  async list({ team }: TeamCaller): Promise<TrackedSource[]> {
    const named = await this.queries.namedBy(team.id);
    if (named.size === 0) return [];
    return (await this.sources.list([...named.keys()])).map((source) =>
      trackedOf(source, named.get(source.id) ?? null),
    );
  }

  /** @throws 404 for a source that the team does not have */
  async get({ team }: TeamCaller, id: string): Promise<TrackedSource> {
    const source = await this.find(team.id, id);
    if (!source) throw notFound('Your team has no such source');
    return source;
  }

  /**
   * Adds a place, after its first page was read. One that the team has is returned, even above the limit.
   * @throws 400 and 403 as `SourcesService.add`, 403 `source_limit_reached` or `live_mode_only`, 429
   */
  async add(caller: TeamCaller, wanted: SourceToAdd): Promise<{ source: TrackedSource; already_tracked: boolean }> {
    const { team } = caller;
    const { connector, settings, key } = this.readOpen(wanted);
    demandLiveMode();
    const known = await this.sources.findByKey(connector, key);
    const isFetched = known !== null && !known.is_recording;
    const has = known !== null && (await this.queries.namedBy(team.id)).has(known.id);
    if (has && isFetched) return { source: await this.get(caller, known.id), already_tracked: true };
    if (!has) await this.demandRoom(team);
    if (!isFetched) await this.throttle(team.id);
    const seconds = this.intervalOf(team, wanted.interval_minutes, connector.defaultSeconds);
    const { source_id } = await this.sources.add({ ...wanted, intervalSeconds: seconds, isOperators: false });
    try {
      const added = await this.database.transaction(async () => {
        // Two additions of one team must not count at the same time.
        await this.teams.lock(team.id);
        if (!(await this.sources.lock(source_id))) return null;
        if (!(await this.queries.namedBy(team.id)).has(source_id)) await this.demandRoom(team);
        const isNew = await this.queries.insert(team.id, source_id, seconds, settings);
        // A team that left in this moment may have taken the interval away.
        if (isNew) await this.sources.relax(source_id, await this.queries.shortestOf(source_id));
        const source = await this.get(caller, source_id);
        if (isNew) await this.record(team.id, source, 'added');
        return { source, already_tracked: !isNew };
      });
      // Its last team left in this moment.
      return added ?? (await this.add(caller, wanted));
    } catch (error) {
      await this.giveUp(source_id);
      throw error;
    }
  }

  /** The first page of a place as it would be stored. @throws as `add` */
  async preview({ team }: TeamCaller, { connector, settings }: SourceToPreview): Promise<SourcePreviewResult> {
    demandLiveMode();
    this.sources.demandOperator();
    const asked = this.readOpen({ connector, settings });
    await this.throttle(team.id);
    const { read, lines, rejected } = await this.previews.preview({ ...asked, credential: null });
    return { read, rejected, lines: lines.map(lineOf) };
  }

  /** Gives a team a source that the operator has, whatever its plan allows. `seconds` is the longest time between two fetches. */
  async share(teamId: string, sourceId: string, seconds: number): Promise<void> {
    const { settings } = await this.sources.get(sourceId);
    await this.queries.insert(teamId, sourceId, seconds, settings);
  }

  /** Removes a place from the team. It is fetched no more if no other team and no operator has it. */
  async remove({ team }: TeamCaller, id: string): Promise<{ removed: boolean }> {
    return this.database.transaction(async () => {
      // One that the operator has removed is gone already.
      const source = await this.find(team.id, id);
      const removed = await this.queries.delete(team.id, id);
      if (removed) {
        if (source) await this.record(team.id, source, 'removed');
        await this.giveUp(id);
      }
      return { removed };
    });
  }

  /** The sources of a team, and how many its plan has. */
  async useOf(team: Pick<CallerTeam, 'id' | 'tier' | 'status'>): Promise<{ used: number; limit: number }> {
    const { limit } = this.teams.limitOf(limitsTierOf(team), 'sources', 0);
    return { used: (await this.queries.namedBy(team.id)).size, limit };
  }

  /** The place that a team named, of a connector that needs no credential. @throws 400 `source_settings_invalid` */
  private readOpen({ connector: name, settings }: SourceToPreview) {
    const read = this.sources.read(name, settings);
    if (read.connector.credential === 'required')
      throw sourceSettingsInvalid({ setting: 'connector', fault: `${name} is for the operator of this service alone` });
    return read;
  }

  private async find(teamId: string, id: string): Promise<TrackedSource | null> {
    const named = (await this.queries.namedBy(teamId)).get(id);
    if (named === undefined) return null;
    const [source] = await this.sources.list([id]);
    return source ? trackedOf(source, named) : null;
  }

  /** Removes sources whose teams are gone, unless a team adds one in this moment. @returns how many */
  async removeUnwanted(): Promise<number> {
    return eachAlone(
      await this.queries.unwanted(),
      (id) => this.giveUp(id),
      (error, sourceId) => this.log.error({ error, sourceId }, 'a source without a team was not removed'),
    );
  }

  /** Fetches sources less often whose fastest teams are gone. @returns how many */
  async relaxLeft(): Promise<number> {
    const left = await this.queries.fetchedTooOften();
    for (const { id, shortest } of left) await this.sources.relax(id, shortest);
    return left.length;
  }

  private record(teamId: string, source: ChangedSource, change: 'added' | 'removed'): Promise<void> {
    const { fact, event } = changeOf(source, change);
    return this.facts.record(fact, { teamId, id: source.id, name: source.label }, { event });
  }

  /** Removes a source that no team has, and else fetches it as often as someone wants. @returns whether no team has it */
  private giveUp(id: string): Promise<boolean> {
    return this.database.transaction(async () => {
      // A team that adds it in this moment commits first, or finds it removed.
      await this.sources.lock(id);
      const shortest = await this.queries.shortestOf(id);
      if (shortest === null) await this.sources.removeOfTeams(id);
      await this.sources.relax(id, shortest);
      return shortest === null;
    });
  }

  /** @throws 403 `source_limit_reached` */
  private async demandRoom(team: CallerTeam): Promise<void> {
    const current = (await this.queries.namedBy(team.id)).size;
    const { limit, upgrade_required } = this.teams.limitOf(limitsTierOf(team), 'sources', current);
    if (current >= limit) throw sourceLimitReached({ limit, current, upgrade_required });
  }

  private intervalOf(team: CallerTeam, minutes: number | undefined, usual: number): number {
    const least = this.env.plans[limitsTierOf(team)].source_minutes * SECONDS_PER_MINUTE;
    return Math.max(least, minutes === undefined ? usual : minutes * SECONDS_PER_MINUTE);
  }

  /** @throws 429 */
  private async throttle(teamId: string): Promise<void> {
    const retry_after_seconds = await this.throttling.wait({ throttler: 'source-preview', tracker: teamId });
    if (retry_after_seconds > 0) throw rateLimited({ retry_after_seconds, limit: PREVIEWS_PER_MINUTE, remaining: 0 });
  }
}

/** What a team sees of a source, as it has named it. */
function trackedOf({ failures: _, is_backfilling: __, ...seen }: SourceView, named: Settings | null): TrackedSource {
  return namedSource(seen, named);
}

/** @throws 403 `live_mode_only` */
function demandLiveMode(): void {
  if (currentTestTeam() !== undefined) throw liveModeOnly();
}

/** A line of an import as a preview shows it. */
function lineOf(line: object): PreviewLine {
  const found = line as Record<string, string | number | null | undefined>;
  const text = (name: string): string | null => (typeof found[name] === 'string' ? found[name] : null);
  return {
    external_id: text('external_id') ?? '',
    title: text('title'),
    text: text('text') ?? '',
    rating: typeof found.rating === 'number' ? found.rating : null,
    written_at: text('published_at') ?? text('posted_at'),
    url: text('review_url') ?? text('url'),
  };
}
