/** Everything runs as CommonJS inside Jest: some Nest packages `require` their ESM siblings, which Node 20 refuses. */
const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true, decorators: true, dynamicImport: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/training'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx', '**/*.e2e-spec.ts'],
  transform: { '^.+\\.(ts|tsx|js|mjs)$': ['@swc/jest', swc] },
  transformIgnorePatterns: ['/node_modules/(?:typescript|@swc|axe-core|playwright-core|pg|ioredis|lodash|rxjs)/'],
  moduleNameMapper: {
    '^\\./built-in\\.start\\.js$': '<rootDir>/test/support/built-in.start.ts',
    '^#(.*)\\.js$': '<rootDir>/src/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFiles: ['<rootDir>/test/support/expected-warnings.mjs'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/totals.reporter.mjs'],
  maxWorkers: 2,
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 30_000,
};
