import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** An existing part: the words by which the source names it, and the only files in `within` that may contain them. */
interface Example {
  list: string;
  mark: RegExp;
  within?: string;
  files: string[];
  maxRows: number;
}

const EXAMPLES: Example[] = [
  {
    list: 'A read endpoint',
    mark: /\blistBulkItems\b/,
    files: ['workspace/bulk/bulk-jobs.controller.ts', 'workspace/bulk/bulk-jobs.operations.ts'],
    maxRows: 4,
  },
  {
    list: 'An event and its subscriber',
    mark: /\bREPORT_COMPLETED\b/,
    files: [
      'market/reports/generate-report.action.ts',
      'market/reports/reports.events.ts',
      'workspace/watchlist/report.subscriber.ts',
    ],
    maxRows: 5,
  },
  { list: 'Background work', mark: /\bpurge-mails\b/, files: ['platform/mail/mail.sender.ts'], maxRows: 1 },
  {
    list: 'A form',
    mark: /\bSuppressionsPage\b|\bremoveSuppression\b/,
    within: 'surfaces/web-app',
    files: [
      'surfaces/web-app/settings/settings-suppressions.page.tsx',
      'surfaces/web-app/settings/settings.controller.tsx',
    ],
    maxRows: 4,
  },
  {
    list: 'A section of a report',
    mark: /\breviewsByMonth\b|\breviews_by_month\b/,
    files: [
      'analysis/analysis.types.ts',
      'analysis/report.drafter.ts',
      'market/reports/analysis-metadata.dto.ts',
      'market/reports/report.composer.ts',
      'market/reports/stored.themes.ts',
    ],
    maxRows: 8,
  },
  {
    list: 'An import preset',
    mark: /trustpilot/i,
    files: [
      'market/reviews/reviews.presets.ts',
      'surfaces/cli/catalog/import.command.ts',
      'workspace/pitches/pitch.reader.ts',
    ],
    maxRows: 4,
  },
  {
    list: 'A connector',
    mark: /\bsteam\b/i,
    within: 'market/sources',
    files: ['market/sources/connectors/catalog.ts', 'market/sources/connectors/steam/steam.connector.ts'],
    maxRows: 4,
  },
  {
    list: 'A contact provider',
    mark: /hunter/i,
    files: [
      'config/env.ts',
      'config/secret.files.ts',
      'workspace/enrichment/enrichment.module.ts',
      'workspace/enrichment/hunter.provider.ts',
    ],
    maxRows: 4,
  },
  {
    list: 'A command',
    mark: /\bregisterDigest\b|\bsendDigests\b/,
    within: 'surfaces/cli',
    files: [
      'surfaces/cli/program.ts',
      'surfaces/cli/system/digest.actions.ts',
      'surfaces/cli/system/digest.command.ts',
    ],
    maxRows: 3,
  },
];

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(?:tsx?|js)$/.test(file) && !/\.spec\.tsx?$/.test(file));

/** The first cells of the table below a bold title of CONTRIBUTING.md. */
function rowsOf(list: string): string[] {
  const [, table = ''] = new RegExp(`\\*\\*${list}\\*\\*.*?\\n\\n(\\|.*?)\\n\\n`, 's').exec(GUIDE) ?? [];
  return [...table.matchAll(/^\| (?!file \||--)(.+?) \|/gm)].map(([, cell = '']) => cell);
}

/** The roles of the files that a row describes in words. */
const ROLES_IN_WORDS: [row: RegExp, file: RegExp][] = [
  [/^the service or importer$/, /\.(?:service|importer|action)\.ts$/],
  [/^a provider of /, /\.(?:sender|purge|maker|service)\.ts$/],
];

/** The first part of the name of a file. */
const nameOf = (file: string): string => /[^/.]+(?=\.[^/]*$)/.exec(file)?.[0] ?? '';

/** Whether a row names a file: by its path, by its role (`x.service.ts`), or in words. */
function isNamed(file: string, rows: string[]): boolean {
  const role = file.replace(/.*\/[^./]+\./, '.');
  return rows.some((row) => {
    const paths = [...row.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    const isByPath = paths.some(
      (path) =>
        file.endsWith(path.replaceAll('NAME', nameOf(file))) || (/(?:^|\/)[xy]\./.test(path) && path.endsWith(role)),
    );
    return isByPath || ROLES_IN_WORDS.some(([words, files]) => words.test(row) && files.test(file));
  });
}

describe.each(EXAMPLES)('the list "$list" of CONTRIBUTING.md', ({ list, mark, within = '', files, maxRows }) => {
  it('is complete: only its files name the example', () => {
    const named = sources
      .filter((file) => file.startsWith(within))
      .filter((file) => mark.test(readFileSync(join(ROOT, 'src', file), 'utf8')));
    expect(named.sort()).toEqual(files);
    expect(files.filter((file) => !isNamed(file, rowsOf(list)))).toEqual([]);
  });

  it('is short', () => {
    expect(rowsOf(list).length).toBeGreaterThan(0);
    expect(rowsOf(list).length).toBeLessThanOrEqual(maxRows);
  });
});
