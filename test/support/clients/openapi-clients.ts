import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { WITH_SDK } from './sdk-program.js';

const execute = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const PACKAGES = join(ROOT, 'node_modules');
const SDK = join(ROOT, 'sdk/typescript/src');
const PYTHON_SDK = join(ROOT, 'sdk/python/qualm');

/** A customer's program with openapi-typescript and openapi-fetch: only required fields. */
const WITH_OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.js';

const [baseUrl = '', key, id = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
const products = await client.GET('/products', { params: { query: { query: 'tab' } } });
const product: components['schemas']['Product'] | undefined = products.data?.data[0];
const listed = await client.GET('/opportunities', { params: { query: { status: ['new'], page_size: 5 } } });
const params = { path: { id } };
const triaged = await client.PATCH('/opportunities/{id}', { params, body: { status: 'contacted' } });
const unlocked = await client.POST('/opportunities/{id}/unlock-contact', { params, body: { field: 'email' } });
const contact = unlocked.data?.data;
const refused = await client.GET('/products/{id}/competitors', { params });
console.log(
  JSON.stringify([
    product?.name,
    listed.data?.meta.pagination.page_size,
    triaged.data?.data.status,
    contact && 'target' in contact ? contact.target : undefined,
    refused.error?.error.code,
  ]),
);
`;

/** The same with the SDK that Hey API generates. */
const WITH_HEY_API = `
import { client } from './hey-api/client.gen.js';
import { getCompetitors, listOpportunities, searchProducts, unlockContact, updateOpportunity } from './hey-api/sdk.gen.js';
import type { Product } from './hey-api/types.gen.js';

const [baseUrl = '', key = '', id = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: () => key });
const products = await searchProducts({ query: { query: 'tab' } });
const product: Product | undefined = products.data?.data[0];
const listed = await listOpportunities({ query: { status: ['new'], page_size: 5 } });
const triaged = await updateOpportunity({ path: { id }, body: { status: 'contacted' } });
const unlocked = await unlockContact({ path: { id }, body: { field: 'email' } });
const contact = unlocked.data?.data;
const refused = await getCompetitors({ path: { id } });
console.log(
  JSON.stringify([
    product?.name,
    listed.data?.meta.pagination.page_size,
    triaged.data?.data.status,
    contact && 'target' in contact ? contact.target : undefined,
    refused.error?.error.code,
  ]),
);
`;

const COMPILER_OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: ['node'] },
  ...{ target: 'ES2023', module: 'nodenext', moduleResolution: 'nodenext', outDir: 'compiled', rootDir: '.' },
};

/** A folder with the document and with clients that are generated from it, as a customer would have it. */
export class OpenApiClients {
  private readonly folder: string;

  constructor(document: object) {
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    // Inside the project, so that the clients find their packages.
    this.folder = mkdtempSync(join(ROOT, 'dist', 'clients-'));
    this.write('openapi.json', JSON.stringify(document));
    this.write('package.json', '{"type":"module"}');
    this.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts', 'hey-api', 'sdk'] }),
    );
    this.write('with-openapi-fetch.ts', WITH_OPENAPI_FETCH);
    this.write('with-hey-api.ts', WITH_HEY_API);
    this.write('with-sdk.ts', WITH_SDK);
    cpSync(SDK, join(this.folder, 'sdk'), { recursive: true });
  }

  /** The problems that Redocly finds with its strictest rules, and Spectral with all rules for OpenAPI. */
  async lint(): Promise<unknown> {
    return JSON.parse(await this.run(join(import.meta.dirname, 'lint-openapi.mjs'), 'openapi.json'));
  }

  /** Generates both clients and compiles the programs that use them. @returns the output of the compiler */
  async compile(): Promise<string> {
    const typescript = join(PACKAGES, 'openapi-typescript/bin/cli.js');
    const heyApi = join(PACKAGES, '@hey-api/openapi-ts/bin/run.js');
    await Promise.all([
      this.run(typescript, 'openapi.json', '-o', 'openapi-typescript.ts'),
      this.run(heyApi, '-i', 'openapi.json', '-o', 'hey-api', '-s', '--no-log-file'),
    ]);
    return this.run(join(PACKAGES, 'typescript/bin/tsc'), '-p', 'tsconfig.json');
  }

  /** The files of the clients in sdk that differ from those that are generated from the document. */
  async outdatedFiles(): Promise<string[]> {
    await this.run(join(ROOT, 'scripts/sdk.mjs'), 'openapi.json', 'generated');
    const generated = join(this.folder, 'generated');
    const [typescript, python] = [filesIn(join(generated, 'typescript')), filesIn(join(generated, 'python'))];
    const committed = filesIn(join(SDK, 'generated'));
    const names = [...new Set([...committed.keys(), ...typescript.keys()])];
    const ofPython = filesIn(PYTHON_SDK);
    return [
      ...names.filter((name) => committed.get(name) !== typescript.get(name)),
      ...[...python.keys()].filter((name) => ofPython.get(name) !== python.get(name)),
    ];
  }

  /** Runs a compiled program with the address of a service, a key, the id of an opportunity, and further arguments. */
  async call(program: 'with-openapi-fetch' | 'with-hey-api' | 'with-sdk', ...parameters: string[]): Promise<unknown> {
    return JSON.parse(await this.run(join('compiled', `${program}.js`), ...parameters));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  private async run(...parameters: string[]): Promise<string> {
    const options = { cwd: this.folder, maxBuffer: 16 * 1_024 * 1_024 };
    const { stdout } = await execute(process.execPath, parameters, options).catch((error: unknown) => {
      const { stdout: out, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${parameters.join(' ')} failed:\n${out}\n${stderr}`);
    });
    return stdout;
  }
}

/** The content of each generated file of a folder, by its path in it. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return new Map(
    names.filter((name) => /\.(ts|py)$/.test(name)).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
