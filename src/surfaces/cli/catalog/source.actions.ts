import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { INestApplicationContext } from '@nestjs/common';
import type { Env } from '#config/env.js';
import { SourceFetches } from '#market/sources/source-fetches.service.js';
import { type SourcePreview, SourcePreviews } from '#market/sources/source-previews.service.js';
import { SourceReplay } from '#market/sources/source-replay.service.js';
import type { ConnectorView, SourceView } from '#market/sources/source.views.js';
import { SourcesModule } from '#market/sources/sources.module.js';
import { SourcesService } from '#market/sources/sources.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { TextErasureModule } from '#workspace/text-erasure/text-erasure.module.js';
import { TextErasure, type TextsErased } from '#workspace/text-erasure/text-erasure.service.js';
import { SourceChanges } from '#workspace/tracking/source-changes.service.js';
import { TrackingModule } from '#workspace/tracking/tracking.module.js';
import { CommandFailure } from '../command-line.js';
import { inContext } from '../command.context.js';

export interface SourceFlags {
  set: Record<string, string>;
  product?: string;
  maker?: string;
  every?: number;
  since?: Date;
  credential?: string;
}

const STANDARD_INPUT = '-';
const modules = (env: Env) => [PlatformModule.forRoot(env), SourcesModule];
const inSources = <Result>(work: (context: INestApplicationContext) => Promise<Result>): Promise<Result> =>
  inContext(modules, work);
const inTracking = <Result>(work: (context: INestApplicationContext) => Promise<Result>): Promise<Result> =>
  inContext((env) => [PlatformModule.forRoot(env), TrackingModule], work);

const settingsOf = ({ set, product, maker }: SourceFlags): Record<string, string> => ({
  ...set,
  ...(product !== undefined && { product }),
  ...(maker !== undefined && { maker }),
});

/** The secret in a file, or on standard input for `-`, without the newline at its end. */
async function secretOf({ credential }: SourceFlags): Promise<string | undefined> {
  if (credential === undefined) return undefined;
  const read = credential === STANDARD_INPUT ? text(process.stdin) : readFile(credential, 'utf8');
  return (await read).replace(/\r?\n$/, '');
}

export const listConnectors = (): Promise<readonly ConnectorView[]> =>
  inSources((context) => Promise.resolve(context.get(SourcesService).connectors));

/** @throws 400, 403 */
export const addSource = (
  connector: string,
  flags: SourceFlags,
): Promise<{ source_id: string; already_exists: boolean }> =>
  inSources(async (context) =>
    context.get(SourcesService).add({
      ...{ connector, settings: settingsOf(flags), secret: await secretOf(flags) },
      ...{ intervalSeconds: flags.every, since: flags.since },
    }),
  );

/** The first page of a source that is named by its id, or by its connector with settings. @throws 400, 403, 404 */
export const previewSource = (idOrConnector: string, flags: SourceFlags): Promise<SourcePreview> =>
  inSources(async (context) => {
    const sources = context.get(SourcesService);
    sources.demandOperator();
    const isId = UUID_PATTERN.test(idOrConnector);
    const asked = isId
      ? await sources.askedOf(idOrConnector)
      : sources.readWithSecret(idOrConnector, settingsOf(flags), await secretOf(flags));
    return context.get(SourcePreviews).preview(asked);
  });

export const listSources = (): Promise<SourceView[]> => inSources((context) => context.get(SourcesService).list());

/** Fetches a source: in this process if the operator waits, else in a worker. @throws 400, 403, 404 */
export const syncSource = (id: string, { since, waits }: { since?: Date; waits: boolean }) =>
  inSources(async (context) => {
    if (!waits) {
      await context.get(SourcesService).syncNow(id, since);
      return null;
    }
    const run = await context.get(SourceFetches).fetchNow(id, since);
    if (run?.outcome === 'failed') throw new CommandFailure(run.failure ?? 'The source could not be fetched');
    return run;
  });

/** @throws 403, 404 */
export const changeSource = (id: string, change: 'pause' | 'resume'): Promise<void> =>
  inTracking((context) => context.get(SourceChanges)[change](id));

/** @returns the number of texts that are being erased. @throws 404 */
export const removeSource = (id: string, erases: boolean): Promise<number> =>
  inTracking((context) => context.get(SourceChanges).remove(id, { erases }));

/** The items that could not be read. @throws 404 */
export const listRejects = (id: string) => inSources((context) => context.get(SourcesService).rejectsOf(id));

/** @throws 404 */
export const replaySource = (id: string): Promise<{ replayed: number; rejected: number }> =>
  inSources((context) => context.get(SourceReplay).replay(id));

/** @throws 404 */
export const eraseText = (url: string): Promise<TextsErased> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), TextErasureModule],
    (context) => context.get(TextErasure).eraseByAddress(url),
  );
