import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { swc } from './scripts/swc.mjs';

const root = import.meta.dirname;

/** Everything runs as CommonJS inside Jest: some Nest packages `require` their ESM siblings, which Node 20 refuses. */
const commonjs = { ...swc, module: { type: 'commonjs' } };

/** A pattern of the folders of the installed packages that are ECMAScript modules. All other packages run as they are. */
function modulePackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isModule = (path) => {
    const manifest = join(root, path, 'package.json');
    return path && existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
  };
  return Object.keys(packages).filter(isModule).join('|');
}

const ofAllFiles = !process.argv.slice(2).some((argument) => /spec|^test|^src|^--watch/.test(argument));

export default {
  rootDir: root,
  testEnvironment: '<rootDir>/test/support/jest/plain.environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/training'],
  // A run of all files loads the service once for a group of them: see test/support/groups.ts.
  testMatch: ofAllFiles
    ? ['**/test/groups/*.ts', '**/src/platform/{events,queues}/*.spec.ts', '**/{battle-card,paid-actions}.e2e-spec.ts']
    : ['**/*.spec.ts', '**/*.spec.tsx', '**/*.e2e-spec.ts'],
  transform: {
    '/node_modules/.+\\.m?js$': ['@swc/jest', { ...commonjs, sourceMaps: false }],
    '\\.(ts|tsx|js|mjs)$': ['@swc/jest', { ...commonjs, sourceMaps: 'inline' }],
  },
  transformIgnorePatterns: [`^(?!.*/(?:${modulePackages()})/).*/node_modules/.*\\.(?:js|cjs)$`],
  moduleNameMapper: {
    '^\\./built-in\\.start\\.js$': '<rootDir>/test/support/built-in.start.ts',
    '^#(.*)\\.js$': '<rootDir>/src/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFiles: ['<rootDir>/test/support/jest/expected-warnings.mjs'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/jest/totals.reporter.mjs'],
  // Tests often wait for PostgreSQL, a browser or a process: three workers keep two cores busy.
  maxWorkers: 3,
  // Named files run in this process, which the limit prevents. All files together would fill the memory.
  ...(ofAllFiles && { workerIdleMemoryLimit: '1500MB' }),
  // Only against tests that hang: beside others, a test of many pages takes several times as long as alone.
  testTimeout: 240_000,
};
