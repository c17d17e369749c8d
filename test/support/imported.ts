import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { FileImporter, ImportResult } from '#platform/files/file.importer.js';
import type { TestApp } from './app.js';

let files = 0;

/** A folder for files of a spec, which is deleted after its tests. @returns a function that writes a file there and returns its path */
export function temporaryFiles(): (name: string, content: string | Buffer) => string {
  const folder = mkdtempSync(join(tmpdir(), 'spec-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
}

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
