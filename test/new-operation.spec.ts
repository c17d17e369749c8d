import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');
const LEFT_OUT = ['node_modules', '.git', '.data', '.tsbuildinfo', '.check.tsbuildinfo', '.dev.tsbuildinfo'];
const SPEC = 'test/e2e/market/list-makers.e2e-spec.ts';
const WRITTEN = [
  'src/market/products/products.controller.ts',
  'src/market/products/products.operations.ts',
  'src/market/products/products.service.ts',
  'src/surfaces/reference/changelog.entries.ts',
  SPEC,
];

// The copy is compiled, and its generated spec starts the service.
const scratch = mkdtempSync(join(tmpdir(), 'new-operation-'));
let printed: string;

beforeAll(() => {
  for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.includes(each)))
    cpSync(join(ROOT, name), join(scratch, name), { recursive: true, preserveTimestamps: true, filter: isRead });
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: scratch });
  execFileSync('git', ['-c', 'core.looseCompression=0', 'add', '.'], { cwd: scratch });
  const fields = ['name', 'maker', 'categories', 'reviewCount', 'reportGeneratedAt'];
  printed = run('scripts/new-operation.mjs', 'market/products', 'list-makers', 'Product', ...fields);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function run(script: string, ...args: string[]): string {
  const { TEST_ADMIN_URL, TEST_SHARED_REDIS_URL } = process.env;
  const servers = { TEST_DATABASE_URL: TEST_ADMIN_URL, TEST_REDIS_URL: TEST_SHARED_REDIS_URL };
  const env = { ...process.env, ...servers, JEST_WORKER_ID: undefined, NODE_OPTIONS: undefined };
  return execFileSync(process.execPath, [script, ...args], { cwd: scratch, env, encoding: 'utf8', stdio: 'pipe' });
}

/** A quarter of all files are source maps, which nobody reads here. */
const isRead = (path: string): boolean => !path.endsWith('.map');

/** The type errors of the written files, as the compiler words them. */
function typeErrors(): string[] {
  const { config } = ts.readConfigFile(join(scratch, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: WRITTEN }, ts.sys, scratch);
  const program = ts.createProgram(
    WRITTEN.map((file) => join(scratch, file)),
    { ...options, incremental: false, tsBuildInfoFile: undefined },
  );
  return WRITTEN.flatMap((file) => {
    const source = program.getSourceFile(join(scratch, file));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  }).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('npm run new:operation', () => {
  it('changes three files of the feature and the change log, and adds a spec', () => {
    const status = execFileSync('git', ['diff', '--name-only'], { cwd: scratch, encoding: 'utf8' });
    expect([...status.trim().split('\n'), SPEC]).toEqual(WRITTEN);
    expect(existsSync(join(scratch, SPEC))).toBe(true);
    expect(printed).toContain('GET /products/makers');
  });

  it('writes code without type errors', () => {
    expect(typeErrors()).toEqual([]);
  });

  it('writes code that is formatted', () => {
    const check = () => run('node_modules/prettier/bin/prettier.cjs', '--check', ...WRITTEN);
    expect(check).not.toThrow();
  });

  it('writes a spec that passes', () => {
    const passes = () => run('node_modules/jest/bin/jest.js', SPEC);
    expect(passes).not.toThrow();
  });

  it('refuses a field that the table does not have', () => {
    const refused = () => run('scripts/new-operation.mjs', 'market/products', 'list-owners', 'Product', 'owner');
    expect(refused).toThrow('Product has no field owner');
  });
});
