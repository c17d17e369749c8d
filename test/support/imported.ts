import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { FileImporter, ImportResult } from '#platform/files/file.importer.js';
import type { TestApp } from './app.js';

let files = 0;

/** Imports objects with the real importer, as the lines of a file. */
export async function importLines(
  app: TestApp,
  importer: Type<FileImporter<unknown>>,
  lines: readonly (object | string)[],
): Promise<ImportResult> {
  const path = join(tmpdir(), `lines-${process.pid}-${files++}.jsonl`);
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return app.get(importer).importFile(path);
}
