import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import type { FileImporter, ImportOptions, ImportPreview, ImportResult } from '#platform/files/file.importer.js';
import { AmbiguousDates, FileUnreadable, type Reject, UnknownField } from '#platform/files/record.types.js';
import { isEncoding } from '#platform/files/text.encoding.js';
import { PlatformModule } from '#platform/platform.module.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { DetectionProgressService } from '#workspace/opportunities/detection/detection-progress.service.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { CommandFailure, WrongCall } from '../command-line.js';
import { inContext } from '../command.context.js';

const FEATURES = [ProductsModule, ReviewsModule, PostsModule, EnrichmentModule, OpportunitiesModule];
const IMPORTERS = {
  products: ProductsImporter,
  reviews: ReviewsImporter,
  posts: PostsImporter,
  contacts: ContactsImporter,
};

export type ImportKind = keyof typeof IMPORTERS;

/** The options of `import`, as commander passes them. */
export interface ImportFlags {
  map: Record<string, string>;
  set: Record<string, string>;
  dates?: ImportOptions['dateOrder'];
  encoding?: string;
  address?: string;
  lenient?: boolean;
  dryRun?: boolean;
  rejects?: string;
  maxRejects?: number;
}

/** Receives the progress, and on a terminal asks what the file does not show. */
export interface ImportDialogue extends Pick<ImportOptions, 'onProgress' | 'onNote' | 'confirmWithout'> {
  /** Asks for the order of dates such as 08/01/2026. Missing where nobody can answer. */
  askOrder?: () => Promise<ImportOptions['dateOrder']>;
}

/** Imports a file. @returns the result of the import, and the number of texts that wait for detection */
export const importFile = (
  kind: ImportKind,
  file: string,
  flags: ImportFlags,
  dialogue: ImportDialogue,
): Promise<[ImportResult, number]> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), ...FEATURES],
    async (context) => {
      const importer = context.get<FileImporter<unknown>>(IMPORTERS[kind]);
      const result = await withOptions(file, flags, dialogue, (options) => importer.importFile(file, options));
      const { waiting } = await context.get(DetectionProgressService).get();
      return [result, waiting];
    },
  );

/** Checks a file without storing. */
export const previewFile = (
  kind: ImportKind,
  file: string,
  flags: ImportFlags,
  dialogue: ImportDialogue,
): Promise<ImportPreview> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), ...FEATURES],
    (context) => {
      const importer = context.get<FileImporter<unknown>>(IMPORTERS[kind]);
      return withOptions(file, flags, dialogue, (options) => importer.previewFile(file, options));
    },
  );

/** Another kind whose records the first lines of a file are. Undefined if there is none. */
export const otherKindOf = (kind: ImportKind, file: string): Promise<ImportKind | undefined> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), ...FEATURES],
    async (context) => {
      for (const [other, token] of Object.entries(IMPORTERS) as [ImportKind, (typeof IMPORTERS)[ImportKind]][]) {
        if (other === kind) continue;
        const { lines } = await context.get<FileImporter<unknown>>(token).peekFile(file);
        if (lines.length > 0) return other;
      }
      return undefined;
    },
  );

/** Runs `work` with the options of the command line. Rejects are written to a file as JSON lines while they occur. */
async function withOptions<T>(
  file: string,
  flags: ImportFlags,
  dialogue: ImportDialogue,
  work: (options: ImportOptions) => Promise<T>,
): Promise<T> {
  const { map, set, encoding, maxRejects, dates, lenient, address } = flags;
  if (encoding !== undefined && !isEncoding(encoding))
    throw new WrongCall(`--encoding ${encoding} is not known. Examples: utf-8, utf-16le, windows-1252, shift_jis.`);
  const rejects = flags.rejects === undefined ? null : await openRejects(flags.rejects, file);
  const written = rejects ? finished(rejects).catch((error: Error) => error) : undefined;
  const { askOrder, ...reports } = dialogue;
  const withOrder = (dateOrder: ImportOptions['dateOrder']): Promise<T> =>
    work({
      ...reports,
      ...(dateOrder === undefined ? {} : { dateOrder }),
      ...(Object.keys(map).length > 0 ? { map } : {}),
      ...(Object.keys(set).length > 0 ? { set } : {}),
      ...(encoding === undefined ? {} : { encoding }),
      ...(maxRejects === undefined ? {} : { maxRejects }),
      ...(lenient === undefined ? {} : { lenient }),
      ...(address === undefined ? {} : { address }),
      ...(rejects ? { onReject: (reject: Reject) => void rejects.write(`${JSON.stringify(reject)}\n`) } : {}),
    });
  try {
    try {
      return await withOrder(dates);
    } catch (error) {
      if (!askOrder || !(error instanceof AmbiguousDates)) throw error;
      return await withOrder(await askOrder());
    }
  } catch (error) {
    if (error instanceof UnknownField) throw new WrongCall(error.message);
    throw error instanceof FileUnreadable ? new CommandFailure(error.message) : error;
  } finally {
    rejects?.end();
    const fault = await written;
    if (fault) {
      process.stderr.write(`${flags.rejects} cannot be written: ${fault.message}\n`);
      process.exitCode = 1;
    }
  }
}

/** Opens the file of the rejects before the first line is read, so that no reject is lost. */
async function openRejects(path: string, imported: string): Promise<WriteStream> {
  if (resolve(path) === resolve(imported)) throw new WrongCall('--rejects must not name the imported file.');
  const stream = createWriteStream(path);
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}`);
  }
  return stream;
}
