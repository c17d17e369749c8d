import type { Type } from '@nestjs/common';
import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { type FileImporter, type ImportProgress, type ImportResult } from '#platform/files/file.importer.js';
import { FileUnreadable } from '#platform/files/jsonl.reader.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { DetectionProgressService } from '#workspace/opportunities/detection-progress.service.js';
import { CommandFailure, print, withApplication } from './command-line.js';

/** What can be imported, and by whom. */
const IMPORTERS: Record<string, Type<FileImporter<unknown>>> = {
  products: ProductsImporter,
  reviews: ReviewsImporter,
  posts: PostsImporter,
  contacts: ContactsImporter,
};

const SAY_EVERY_LINES = 100_000;

/** Registers `import KIND FILE` for every kind. */
export function registerImport(program: Command): void {
  const group = program.command('import').description('newline-delimited JSON, gzipped or not');
  for (const [kind, importer] of Object.entries(IMPORTERS)) {
    group
      .command(kind)
      .description(`import ${kind}; can be repeated`)
      .argument('<file>', `${kind} as .jsonl or .jsonl.gz`)
      .action(async (file: string, _options: object, command: Command) => {
        await withApplication(async (app) => {
          const result = await importFile(app.get(importer, { strict: false }), file);
          const { waiting } = await app.get(DetectionProgressService, { strict: false }).now();
          print(command, result, [...linesOf(result), ...(waiting > 0 ? [`${waiting} texts wait to be read`] : [])]);
        });
      });
  }
}

async function importFile(importer: FileImporter<unknown>, file: string): Promise<ImportResult> {
  const { onProgress, done } = showProgress();
  try {
    return await importer.importFile(file, onProgress);
  } catch (error) {
    if (error instanceof FileUnreadable) throw new CommandFailure(error.message);
    throw error;
  } finally {
    done();
  }
}

/** A bar on a terminal, now and then a line elsewhere; always on standard error. */
function showProgress(): { onProgress: ImportProgress; done: () => void } {
  if (process.stderr.isTTY) {
    const bar = new SingleBar(
      { format: '{bar} {percentage}% | {lines} lines | {eta_formatted} left' },
      Presets.shades_grey,
    );
    bar.start(1, 0, { lines: 0 });
    const onProgress: ImportProgress = (bytesRead, bytesTotal, lines) => {
      bar.setTotal(bytesTotal);
      bar.update(bytesRead, { lines });
    };
    return { onProgress, done: () => bar.stop() };
  }
  let said = 0;
  const onProgress: ImportProgress = (_bytesRead, _bytesTotal, lines) => {
    if (lines - said < SAY_EVERY_LINES) return;
    said = lines;
    process.stderr.write(`${lines} lines read\n`);
  };
  return { onProgress, done: () => undefined };
}

function linesOf({ read, inserted, updated, rejected, rejects }: ImportResult): string[] {
  const summary = `${read} lines read: ${inserted} inserted, ${updated} updated, ${rejected} rejected`;
  return [summary, ...rejects.map(({ line, reason }) => `  line ${line}: ${reason}`)];
}
