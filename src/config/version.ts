import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

/** The version of the running service. */
export const VERSION = manifest.version;

/** The date of the newest entry of the API's changelog: the header `Api-Version`, and `api_version` of events. */
export const API_VERSION = '2026-12-01';
