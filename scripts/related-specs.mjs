import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from './install.mjs';

const SPEC = /\.(?:e2e-)?spec\.tsx?$/;
const END_TO_END = /\.e2e-spec\.ts$/;
/** Every end-to-end spec loads all modules, so a path of imports that passes one says nothing. */
const TIES = /\.module\.ts$/;
/** The built entry of a process, as the specs that start one write it. */
const ENTRY = /^src\/(main|worker|cli|start)\.ts$/;
const ROUTE = /@(?:Controller|Get|Post|Put|Patch|Delete|Page|Form)\((?:\[)?'([^']+)'/g;

/** The limits of the choice. */
export const UNSEEN =
  'This cannot see what a change does over HTTP to other routes, in migrations, or by configuration: npm test runs all.';

/**
 * The spec files that a change of `changed` (paths below the root) concerns, each with the reason in one line: those
 * that import a changed file, directly or through others, and the end-to-end specs that are named like its feature,
 * start a process that imports it, or call a route of a controller that does. Modules, which tie everything together, do not count.
 */
export function relatedSpecs(changed) {
  const files = ['src', 'test', 'training'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const affected = importersOf(changed, importsOf(files));
  const routes = [...affected].flatMap(([file]) => routesOf(file).map((route) => ({ route, file })));
  const entries = [...affected].flatMap(([file, origin]) => {
    const [, name] = ENTRY.exec(file) ?? [];
    return name ? [{ path: `dist/${name}.js`, origin }] : [];
  });
  const features = new Set(changed.filter((file) => file.startsWith('src/')).map((file) => file.split('/')[2]));
  const chosen = new Map();
  for (const spec of files.filter((file) => SPEC.test(file)).sort()) {
    const reason = reasonOf(spec, { affected, routes, entries, features });
    if (reason) chosen.set(spec, reason);
  }
  return chosen;
}

function reasonOf(spec, { affected, routes, entries, features }) {
  if (affected.has(spec)) return affected.get(spec) === spec ? 'changed' : `imports ${affected.get(spec)}`;
  if (!END_TO_END.test(spec)) return null;
  if (features.has(basename(spec, '.e2e-spec.ts'))) return 'has the name of a changed feature';
  const text = readFileSync(join(root, spec), 'utf8');
  const started = entries.find(({ path }) => text.includes(path));
  if (started) return `starts ${started.path}, which imports ${started.origin}`;
  const called = routes.find(({ route }) => new RegExp(`['"\`]${route}(?![\\w-])`).test(text));
  return called ? `calls ${called.route} of ${called.file}` : null;
}

/** The imported files of each file. */
function importsOf(files) {
  const known = new Set(files);
  const find = (from, specifier) => {
    const path = specifier.startsWith('#')
      ? join('src', specifier.slice(1))
      : relative(root, resolve(root, dirname(from), specifier));
    return [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((each) => known.has(each));
  };
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
      const own = importedFiles.map(({ fileName }) => fileName).filter((name) => /^[.#]/.test(name));
      return [file, own.map((name) => find(file, name)).filter(Boolean)];
    }),
  );
}

/** The changed files and all files that import them, each with the changed file. */
function importersOf(changed, imports) {
  const affected = new Map(changed.map((file) => [file, file]));
  for (const [file, origin] of affected) {
    if (TIES.test(file)) continue;
    for (const [importer, imported] of imports)
      if (imported.includes(file) && !affected.has(importer)) affected.set(importer, origin);
  }
  return affected;
}

/** The paths of a controller, without version and parameters, as the end-to-end specs write them. */
function routesOf(file) {
  if (!/\.controller\.tsx?$/.test(file)) return [];
  const [first, ...rest] = [...readFileSync(join(root, file), 'utf8').matchAll(ROUTE)].map(([, path]) => path);
  if (first === undefined) return [];
  const paths = first.startsWith('/') ? [first, ...rest] : [first];
  return [...new Set(paths.map((path) => `/${path.replace(/^\/?(?:api\/v1\/)?/, '').replace(/\/?:.*$/, '')}`))].filter(
    (path) => path !== '/',
  );
}
