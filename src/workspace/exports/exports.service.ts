import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { limitExceeded, ThrottlingService, type Window } from '#access/throttling/throttling.service.js';
import { Facts } from '#accounts/facts/facts.service.js';
import { limitReached } from '#accounts/teams/teams.failures.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { withOrigin } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { tooMany } from '#platform/errors/application-error.js';
import { tooManyRows } from '#platform/operations/rows.failures.js';
import { type ExportLines, exportLines } from './export.lines.js';
import type { ExportList } from './exports.lists.js';
import { ExportsQueries } from './exports.queries.js';
import { partsOf, readAhead } from './read.ahead.js';
import { ReaderGone, ResponseWriter } from './response.writer.js';

/** A larger chunk outlives the collections of V8's young generation, which increases memory use. */
const ITEMS_AT_ONCE = 100;
const CHUNK_CHARACTERS = 50_000;
const ASK_AGAIN_SECONDS = 10;
/** An export holds a connection to the database while its client reads. */
const SHARE_OF_CONNECTIONS = 4;

/** One export that a caller has asked for. The file has the name of the list, unless another name is given. */
type Export = ExportList & { requestId: string; name?: string };

/** Streams lists as files, each from one snapshot of the database. */
@Injectable()
export class ExportsService {
  private readonly mostAtOnce: number;
  private running = 0;

  constructor(
    private readonly database: Database,
    private readonly queries: ExportsQueries,
    private readonly throttling: ThrottlingService,
    private readonly teams: TeamsService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.mostAtOnce = Math.max(1, Math.floor(env.DATABASE_POOL_SIZE / SHARE_OF_CONNECTIONS));
  }

  /**
   * Sends the file, or for HEAD its headers, which is no export. A failure after the first byte cuts the connection, so that a partial file cannot pass as complete.
   * @throws before the first byte: 400 `too_many_rows`; 403 `limit_reached` for a plan without exports; 429 beyond the
   * exports of an hour and while another export of the team runs
   */
  async send(file: Export, response: Response): Promise<void> {
    const lines = exportLines(file.kind, file.query.format, file.query.bom?.includes(true) ?? false);
    if (this.running >= this.mostAtOnce) throw busy('Too many exports are running');
    this.running++;
    try {
      const window = await this.admit(file.caller, response);
      await this.stream(file, lines, response).catch(async (error: unknown) => {
        if (!response.headersSent) await this.throttling.release(window);
        if (!(error instanceof ReaderGone)) throw error;
      });
      if (isHead(response)) await this.throttling.release(window);
      response.end();
    } finally {
      this.running--;
    }
  }

  /** Counts the export. @throws 403, 429 */
  private async admit({ team }: TeamCaller, response: Response): Promise<Window> {
    const limit = this.teams.limitOf(team.tier, 'exports_per_hour', 0);
    if (limit.limit === 0) throw limitReached(limit);
    const window: Window = { throttler: 'export', tracker: team.id, limit: limit.limit };
    const [state] = await this.throttling.hit([window]);
    if (state?.isExceeded) throw limitExceeded(state, response, 'The plan allows no more exports this hour');
    return window;
  }

  private async stream(file: Export, lines: ExportLines, response: Response): Promise<void> {
    const { caller } = file;
    const limit = this.teams.limitsOf(caller.team.tier).export_rows;
    const { listing, nextSince } = await file.list(limit + 1);
    const { statement, rowsAtOnce, present } = listing;
    await this.database.snapshot(async () => {
      if (!(await this.queries.lock(caller.team.id))) throw busy('Another export of the team is running');
      const found = statement ? await this.queries.count(statement) : 0;
      if (found > limit) throw tooManyRows({ limit, found });
      if (!isHead(response)) await this.database.outside(() => this.record(file));
      announce(file, lines, response);
      if (nextSince !== undefined) response.setHeader('X-Next-Updated-Since', nextSince);
      if (isHead(response)) return;
      const writer = new ResponseWriter(response, this.env.EXPORT_STALLED_SECONDS);
      if (lines.head) await writer.write(lines.head);
      if (!statement) return;
      const rows = this.database.batches(statement.text, statement.values, rowsAtOnce);
      for await (const items of readAhead(partsOf(rows, ITEMS_AT_ONCE), present)) {
        for (const chunk of chunksOf(items, lines)) {
          await writer.write(chunk);
          await setImmediate();
        }
      }
    });
  }

  /** Records the export before its first byte, whether or not it is read to its end. */
  private record({ caller, requestId, kind, query }: Export): Promise<void> {
    const { lane, credentialId: id, credentialName, clientIp: ip, team } = caller;
    const actor = { kind: lane, id, name: credentialName ?? null };
    const changes = { list: [null, kind], format: [null, query.format] } as const;
    return withOrigin({ requestId, ip, userAgent: null, actor }, () =>
      this.facts.record('export.started', { teamId: team.id }, { changes }),
    );
  }
}

/** The lines of the items in chunks, so that other requests and the next batch wait for at most one chunk. */
function* chunksOf(items: Iterable<object>, { linesOf }: ExportLines): Generator<string> {
  let chunk = '';
  for (const item of items) {
    chunk += linesOf(item);
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

const isHead = ({ req }: Response): boolean => req.method === 'HEAD';

function announce({ kind, name, query }: Export, { contentType }: ExportLines, response: Response): void {
  if (name === undefined) response.set('Content-Disposition', `attachment; filename="${kind}.${query.format}"`);
  else response.attachment(`${name}.${query.format}`);
  response.set('Content-Type', contentType);
}

const busy = (why: string) => tooMany(why, ASK_AGAIN_SECONDS, 1, 's');
