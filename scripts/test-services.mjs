import { join } from 'node:path';
import { root } from './install.mjs';

/** The folder of the PostgreSQL and the Valkey that `npm run test:watch` keeps running for all test runs. */
export const TEST_SERVICES = join(root, '.data/test');
