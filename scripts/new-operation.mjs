import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { root } from './install.mjs';
import { withConstructorParameter, withImport, withMember } from './source-edits.mjs';

/**
 * `npm run new:operation -- FEATURE NAME ENTITY FIELD...`, as in `market/products list-makers Product name maker`: writes a
 * read endpoint that lists these fields of the feature's table, page by page, and the spec of the endpoint.
 */
const USAGE =
  'Usage: npm run new:operation -- FEATURE NAME ENTITY FIELD..., as in market/products list-makers Product name';
const SCHEMAS = {
  uuid: "format: 'uuid', example: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10'",
  string: "type: String, example: 'text'",
  number: "type: 'integer', example: 1",
  boolean: 'type: Boolean, example: true',
  Date: "type: String, format: 'date-time', example: '2026-01-31T00:00:00.000Z'",
  'string[]': "type: [String], example: ['text']",
};

const words = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, '');
const snake = (name) => words(name).replaceAll('-', '_');
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`-${name}`);

const [feature, name, entity, ...named] = process.argv.slice(2);
if (!named.length || !/^[a-z]+(?:-[a-z]+)+$/.test(name)) fail(USAGE);
const folder = join(root, 'src', feature);
if (!existsSync(folder)) fail(`src/${feature} does not exist.`);
const path = (role) => join(folder, `${basename(feature)}.${role}.ts`);
for (const role of ['operations', 'controller', 'service'])
  if (!existsSync(path(role))) fail(`${path(role)} does not exist: begin the feature as docs/architecture.md says.`);

const columns = columnsOf(entity);
const isOfTeam = columns.some((column) => column.name === 'teamId');
const keys = columns.filter((column) => column.isKey && column.name !== 'teamId');
if (keys.length !== 1 || keys[0].type !== 'string') fail(`${entity} needs one id, by which the list is read.`);
const key = keys[0].name;
const fields = [...new Set([key, ...named])].map((field) => {
  const found = columns.find((column) => column.name === field);
  if (!found) fail(`${entity} has no field ${field}. It has ${columns.map((column) => column.name).join(', ')}.`);
  if (!SCHEMAS[found.type]) fail(`${field} is of type ${found.type}: add it by hand.`);
  return found;
});
const controller = readFileSync(path('controller'), 'utf8');
const [, base] =
  /@Controller\('api\/v1\/?([^':]*)'\)/.exec(controller) ?? fail('The controller has a path with an id.');
const [, property] = /private readonly (\w+): (\w+Service)\b/.exec(controller) ?? fail('It has no service.');
const route = name.replace(/^[a-z]+-/, '');
const address = `/${[base, route].filter(Boolean).join('/')}`;
const operation = camel(name);
const view = `${pascal(route)}Item`;
const thing = words(entity).replaceAll('-', ' ');
const list = words(pascal(route)).replaceAll('-', ' ');
const [district] = feature.split('/');
const spec = join(root, 'test/e2e', district, `${name}.e2e-spec.ts`);
if (existsSync(spec) || readFileSync(path('operations'), 'utf8').includes(`'${snake(operation)}'`))
  fail(`${name} exists.`);

edit(path('operations'), (source) => {
  let text = withImport(source, '@nestjs/swagger', 'ApiProperty');
  text = withImport(text, '#platform/operations/operation.js', 'defineOperation');
  text = withImport(text, '#platform/operations/pagination.dto.js', 'CursorQuery');
  const properties = fields.map(({ name: field, type, schema, isNullable, description }) => {
    const about = description ?? `The ${words(field).replaceAll('-', ' ')} of the ${thing}`;
    const nullable = isNullable ? 'nullable: true, ' : '';
    return `@ApiProperty({ ${nullable}description: ${JSON.stringify(about)}, ${SCHEMAS[schema]} })
      ${snake(field)}!: ${type === 'Date' ? 'string' : type}${isNullable ? ' | null' : ''};`;
  });
  return `${text}
/** One of the ${list}. */
export class ${view} {
  ${properties.join('\n\n')}
}

export const ${operation} = defineOperation({
  id: '${snake(operation)}',
  tag: '${/tag: '([^']+)'/.exec(text)?.[1] ?? pascal(basename(feature))}',
  summary: 'Lists the ${list}',
  description: 'In the order of their ids.',
  input: { query: CursorQuery },
  output: { type: ${view}, isArray: true, paginated: 'cursor' },
});
`;
});

edit(path('controller'), (source) => {
  let text = withImport(source, '@nestjs/common', 'Get');
  text = withImport(text, '#platform/http/operation.decorators.js', 'Call', 'Serves');
  text = withImport(text, '#platform/operations/operation.js', 'type CallOf');
  text = withImport(text, '#platform/operations/cursors.js', 'type CursorPage');
  text = withImport(text, `./${basename(feature)}.operations.js`, operation, `type ${view}`);
  // Before a route such as GET :id, which would match it.
  return withMember(
    text,
    `@Get('${route}')
  @Serves(${operation})
  ${operation}(@Call() { caller, input }: CallOf<typeof ${operation}>): Promise<CursorPage<${view}>> {
    return this.${property}.${operation}(caller, input.query);
  }`,
  );
});

edit(path('service'), (source) => {
  const rows = camel(`${words(entity)}-rows`);
  let text = withConstructorParameter(
    source,
    `@InjectRepository(${entity}) private readonly ${rows}: Repository<${entity}>`,
  );
  text = withConstructorParameter(text, 'private readonly cursors: Cursors');
  text = withImport(text, '@nestjs/typeorm', 'InjectRepository');
  text = withImport(text, 'typeorm', 'MoreThan', 'type Repository');
  text = withImport(text, '#platform/operations/cursors.js', 'type CursorPage', 'Cursors');
  text = withImport(text, '#platform/operations/pagination.dto.js', 'type CursorQuery');
  text = withImport(text, '#platform/caller/caller.js', 'type TeamCaller');
  text = withImport(text, `./${words(entity)}.entity.js`, entity);
  text = withImport(text, `./${basename(feature)}.operations.js`, `type ${view}`);
  const value = ({ name: field, type, isNullable }) =>
    `${snake(field)}: row.${field}${type === 'Date' ? `${isNullable ? '?' : ''}.toISOString()${isNullable ? ' ?? null' : ''}` : ''}`;
  return withMember(
    text,
    `/** One page of the ${list}${isOfTeam ? ' of a team' : ''}, in the order of their ids. @throws 400 for a wrong cursor */
  async ${operation}(caller: TeamCaller, query: CursorQuery): Promise<CursorPage<${view}>> {
    const scope = { list: '${snake(operation)}', teamId: caller.team.id, filters: {} };
    const position = await this.cursors.read(query, scope);
    const rows = await this.${rows}.find({
      where: { ${isOfTeam ? 'teamId: caller.team.id, ' : ''}...(position && { ${key}: MoreThan(String(position[0])) }) },
      order: { ${key}: 'ASC' },
      take: query.page_size + 1,
    });
    const items = rows.map((row) => ({ ${fields.map(value).join(', ')} }));
    return this.cursors.pageOf(items, query, { ...scope, positionOf: (item) => [item.${snake(key)}] });
  }`,
  );
});

edit(join(root, 'src/surfaces/reference/changelog.entries.ts'), (source) => {
  const date = new Date().toISOString().slice(0, 10);
  const begin = 'export const CHANGES: readonly Change[] = [\n';
  return source.replace(
    begin,
    `${begin}  {
    id: '${date}-${name}',
    date: '${date}',
    kind: 'added',
    title: 'Lists the ${list}',
    body: 'GET ${address} lists the ${list}, page by page.',
    operations: ['${snake(operation)}'],
  },\n`,
  );
});

writeFileSync(
  spec,
  `import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('GET ${address}', () => {
  it('is empty while there are no ${list}', async () => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', '${address}', { key });
    expect([status, body.data]).toEqual([200, []]);
  });

  it('is refused without a credential', async () => {
    expect((await call(app, 'GET', '${address}')).status).toBe(401);
  });
});
`,
);
format(spec);
console.log(`Wrote GET ${address}. Try: npx jest test/e2e/${district}/${basename(spec)}
Next: a test of a list with rows, the descriptions, and the client (npm run sdk).`);

/** The columns of an entity of the feature. */
function columnsOf(className) {
  const file = join(folder, `${words(className)}.entity.ts`);
  if (!existsSync(file)) fail(`${file} does not exist. The entity has to be one of the feature.`);
  const declared = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const entities = declared.statements.filter((each) => ts.isClassDeclaration(each) && each.name?.text === className);
  const members = entities.flatMap((each) => each.members.filter(ts.isPropertyDeclaration));
  return members.map((member) => {
    const type = member.type?.getText() ?? 'unknown';
    const decorators = (ts.getDecorators(member) ?? []).map((each) => each.getText()).join(' ');
    return {
      name: member.name.getText(),
      type: type.replace(' | null', ''),
      schema: decorators.includes("'uuid'") ? 'uuid' : type.replace(' | null', ''),
      isNullable: type.endsWith(' | null'),
      isKey: decorators.includes('@PrimaryColumn'),
      description: ts.getJSDocCommentsAndTags(member)[0]?.comment,
    };
  });
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  format(file);
}

function format(file) {
  spawnSync(process.execPath, [join(root, 'node_modules/prettier/bin/prettier.cjs'), '--write', file], { cwd: root });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
