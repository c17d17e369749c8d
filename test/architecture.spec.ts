import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** Districts, and in each its features from left to right: imports run downward between districts, leftward inside one. */
const DISTRICTS: Record<string, { mayImport: string[]; features: string[]; siblingsApart?: boolean }> = {
  config: { mayImport: [], features: [] },
  platform: {
    mayImport: ['config'],
    features: [
      'text',
      'errors',
      'context',
      'tracing',
      'caller',
      'logging',
      'metrics',
      'cache',
      'database',
      'secrets',
      'encryption',
      'egress',
      'outbound',
      'llm',
      'queues',
      'backups',
      'events',
      'mail',
      'files',
      'operations',
      'http',
      'pages',
    ],
  },
  analysis: { mayImport: ['config', 'platform'], features: [] },
  accounts: {
    mayImport: ['config', 'platform'],
    features: [
      'events',
      'audit',
      'facts',
      'teams',
      'credits',
      'billing',
      'shadow-teams',
      'runs',
      'team-deletion',
      'webhooks',
    ],
  },
  access: {
    mayImport: ['config', 'platform', 'accounts'],
    features: ['policy', 'throttling', 'sign-in', 'api-keys', 'test-mode', 'oauth', 'lanes'],
  },
  market: {
    mayImport: ['config', 'platform', 'analysis', 'accounts'],
    features: [
      'imports',
      'products',
      'writers',
      'answers',
      'reviews',
      'posts',
      'sources',
      'reports',
      'report-reading',
      'report-insights',
    ],
  },
  workspace: {
    mayImport: ['config', 'platform', 'analysis', 'accounts', 'access', 'market'],
    features: [
      'watchlist',
      'tracking',
      'enrichment',
      'unlocks',
      'opportunities',
      'inbox',
      'saved-searches',
      'pitches',
      'team-work',
      'weekly-digest',
      'destinations',
      'battle-cards',
      'home',
      'research',
      'account',
      'usage',
      'bulk',
      'exports',
      'personal-data',
      'import-undo',
      'text-erasure',
      'product-changes',
      'import-uploads',
    ],
  },
  embedded: {
    mayImport: ['config', 'platform', 'accounts', 'access', 'market', 'workspace'],
    features: ['services', 'launch'],
  },
  surfaces: {
    mayImport: ['config', 'platform', 'analysis', 'accounts', 'access', 'market', 'workspace', 'embedded'],
    features: ['mcp', 'web-app', 'cli', 'ops', 'reference'],
    siblingsApart: true,
  },
};

/** Words of the product. The platform must not depend on them. */
const PRODUCT_WORD =
  /product(?!ion)|(?<!p)review|opportunit|competitor|watchlist|pitch|unlock|enrich|pain.?point|theme|report(?!ed)|contact/gi;

/** The migrations of all features are in one folder. */
const MIGRATIONS = 'platform/database/migrations/';

const ROOT = join(import.meta.dirname, '../src');

interface Import {
  from: string;
  to: string;
  specifier: string;
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));

const imports: Import[] = files.flatMap((from) =>
  ts
    .preProcessFile(readFileSync(join(ROOT, from), 'utf8'))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => /^[.#]/.test(specifier))
    .map((specifier) => {
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : relative(ROOT, resolve(ROOT, dirname(from), specifier));
      return { from, to: target.replaceAll('\\', '/'), specifier };
    }),
);

/** A district without features: inside it, imports are relative and unrestricted. */
const isOneRoom = (district: string): boolean => DISTRICTS[district]?.features.length === 0;

/**
 * District and feature of a path under src; files directly under src or a district are entry points that connect
 * features, and test support lies outside.
 */
function placeOf(path: string): { district: string; feature: string } | null {
  if (path.startsWith('../')) return null;
  const [district = '', feature = '', rest] = path.split('/');
  if (isOneRoom(district)) return { district, feature: '' };
  return rest === undefined ? null : { district, feature };
}

/** The files that the entries load, including themselves, whether at once or by a later `import()`. */
function loadedFrom(entries: string[]): string[] {
  const loaded = new Set(entries);
  for (const file of loaded) {
    for (const { to } of imports.filter(({ from }) => from === file)) {
      const target = [to.replace(/\.js$/, '.ts'), to.replace(/\.js$/, '.tsx')].find((path) => files.includes(path));
      if (!target) throw new Error(`${file} imports ${to}, which is no source file`);
      loaded.add(target);
    }
  }
  return [...loaded];
}

/** The files of each circle of imports, those of types alone included: files that cannot be read one after another. */
function circles(): string[][] {
  const targets = new Map(files.map((file) => [file, sourcesImportedBy(file)]));
  const reaches = (from: string): Set<string> => {
    const reached = new Set(targets.get(from));
    for (const file of reached) for (const next of targets.get(file) ?? []) reached.add(next);
    return reached;
  };
  const reached = new Map(files.map((file) => [file, reaches(file)]));
  const circular = files.filter((file) => reached.get(file)?.has(file));
  const together = (file: string) =>
    circular.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file));
  return [...new Set(circular.map((file) => together(file).join(' ')))].map((circle) => circle.split(' '));
}

const sourcesImportedBy = (file: string): string[] =>
  imports
    .filter(({ from }) => from === file)
    .flatMap(({ to }) => [to.replace(/\.js$/, '.ts'), to.replace(/\.js$/, '.tsx')].filter((path) => known.has(path)));

const known = new Set(files);

/** The maximum number of files in a folder. */
const MAX_FILES = 40;

/** Comments may name an example. */
const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** The machinery of the database itself: migrations, the lock around them, and the embedded server. */
const SQL_OF_ITS_OWN = /^(platform\/database|embedded)\//;

/** A statement that names a table, unlike `SELECT 1`, which checks the database. */
const SQL = /^\s*(SELECT\b[^]*\bFROM\b|INSERT INTO |UPDATE \w+ |DELETE FROM |WITH \w+ AS )/;

/** Whether a text in a file reads like a statement. */
function holdsSql(file: string): boolean {
  const isSql = (node: ts.Node): boolean =>
    (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) && SQL.test(node.text)
      ? true
      : (ts.forEachChild(node, (child) => isSql(child) || undefined) ?? false);
  return isSql(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest));
}

const show = ({ from, to }: Import): string => `${from} -> ${to}`;
const inProduction = imports.filter(({ from }) => !/\.spec\.tsx?$/.test(from));

describe('the house', () => {
  it('has only the districts and features of its plan', () => {
    const unknown = files.map(placeOf).filter((place) => {
      if (!place || isOneRoom(place.district)) return false;
      return !DISTRICTS[place.district]?.features.includes(place.feature);
    });
    expect(unknown).toEqual([]);
  });

  it('lets districts import only the districts below them', () => {
    const wrong = inProduction.filter((each) => {
      const [from, to] = [placeOf(each.from), placeOf(each.to)];
      return from && to && from.district !== to.district && !DISTRICTS[from.district]?.mayImport.includes(to.district);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('lets features import only features to their left', () => {
    const wrong = inProduction.filter((each) => {
      const [from, to] = [placeOf(each.from), placeOf(each.to)];
      if (!from || !to || from.district !== to.district || from.feature === to.feature) return false;
      const district = DISTRICTS[from.district];
      if (!district) return false;
      return district.siblingsApart || district.features.indexOf(to.feature) > district.features.indexOf(from.feature);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('crosses the border of a feature only with a # import, and stays relative inside it', () => {
    const wrong = imports.filter((each) => {
      const [from, to] = [placeOf(each.from), placeOf(each.to)];
      const same = from && to ? from.district === to.district && from.feature === to.feature : false;
      return same !== each.specifier.startsWith('.') && from !== null && to !== null;
    });
    expect(wrong.map((each) => `${each.from} -> ${each.specifier}`)).toEqual([]);
  });

  it('keeps entities and SQL private to their feature', () => {
    const wrong = inProduction.filter((each) => {
      const [from, to] = [placeOf(each.from), placeOf(each.to)];
      if (!from || !to || (from.district === to.district && from.feature === to.feature)) return false;
      return /\.(entity|queries)\.js$/.test(each.to);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('writes SQL only in queries, statements and migrations', () => {
    const elsewhere = files.filter(
      (file) => !/\.(queries|statement|spec)\.tsx?$/.test(file) && !SQL_OF_ITS_OWN.test(file) && holdsSql(file),
    );
    expect(elsewhere).toEqual([]);
  });

  it('has no module that exports queries', () => {
    const exporting = files.filter(
      (file) =>
        file.endsWith('.module.ts') && /\bexports: \[[^\]]*Queries\b/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(exporting).toEqual([]);
  });

  it('loads no controller in the worker and the command line', () => {
    expect(loadedFrom(['worker.ts', 'cli.ts']).filter((file) => /\.controller\.tsx?$/.test(file))).toEqual([]);
  });

  it('keeps the embedded services out of production processes', () => {
    const loaded = loadedFrom(['main.ts', 'worker.ts']);
    expect(loaded).toContain('platform/database/database.ts');
    expect(loaded.filter((file) => file.startsWith('embedded/'))).toEqual([]);
  });

  it('declares every type of event in the API, which lists them, and in the worker, which numbers them', () => {
    const declaring = files.filter((file) => /= defineTeamEvent\(/.test(readFileSync(join(ROOT, file), 'utf8')));
    for (const entry of ['main.ts', 'worker.ts']) {
      const loaded = new Set(loadedFrom([entry]));
      expect(declaring.filter((file) => !loaded.has(file))).toEqual([]);
    }
  });

  it('has no product word in the platform', () => {
    const said = files
      .filter((file) => file.startsWith('platform/') && !/\.spec\.tsx?$/.test(file))
      .filter((file) => !file.startsWith(MIGRATIONS))
      .flatMap((file) =>
        [...withoutComments(readFileSync(join(ROOT, file), 'utf8')).matchAll(PRODUCT_WORD)].map(
          ([word]) => `${file}: ${word}`,
        ),
      );
    expect(said).toEqual([]);
  });

  it('lets the analysis import only the configuration, the language-model client and the means to shorten a text', () => {
    const outward = inProduction.filter(({ from, to }) => from.startsWith('analysis/') && !to.startsWith('analysis/'));
    expect(outward.filter(({ to }) => !/^(config\/env|platform\/(llm|text)\/[\w.-]+)\.js$/.test(to)).map(show)).toEqual(
      [],
    );
  });

  it('imports nothing from outside src except in specs', () => {
    expect(inProduction.filter(({ to }) => to.startsWith('../')).map(show)).toEqual([]);
  });

  it('connects to addresses that customers choose only in the guarded client', () => {
    const CONNECTS =
      /(?:await|return|=>?|[(,]) ?fetch\(|import [^;]*\b(request|get|connect)\b[^;]*from 'node:(https?|net|tls|http2)'/;
    const TO_OUR_CHOICE =
      /^(embedded\/|platform\/llm\/|surfaces\/cli\/|workspace\/enrichment\/hunter|access\/sign-in\/identity-provider)/;
    const connecting = files
      .filter((file) => !file.endsWith('.spec.ts') && !TO_OUR_CHOICE.test(file))
      .filter((file) => CONNECTS.test(withoutComments(readFileSync(join(ROOT, file), 'utf8'))));
    expect(connecting).toEqual(['platform/egress/egress.client.ts']);
  });

  it('registers queues only with the function that has their connections logged', () => {
    const registering = files
      .filter((file) => !file.endsWith('.spec.ts'))
      .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('BullModule.registerQueue'));
    expect(registering).toEqual(['platform/queues/queue.connections.ts']);
  });

  it('keeps values in async context only with context variables', () => {
    const keeping = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('new AsyncLocalStorage'));
    expect(keeping).toEqual(['platform/context/context.variable.ts']);
  });

  it('has no circles of files', () => {
    expect(circles()).toEqual([]);
  });

  it('keeps at most 40 files in a folder, migrations aside', () => {
    const folders = [ROOT, import.meta.dirname].flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath }) => relative(join(ROOT, '..'), parentPath).replaceAll('\\', '/')),
    );
    const full = [...new Set(folders)].filter((folder) => folders.filter((each) => each === folder).length > MAX_FILES);
    expect(full.filter((folder) => `${folder}/` !== `src/${MIGRATIONS}`)).toEqual([]);
  });

  it('has no barrel files', () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  });
});
