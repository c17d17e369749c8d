import type { Env } from './env.js';
import { VERSION } from './version.js';

/** The name that robots.txt of a site can address. */
export const BOT_NAME = 'Qualm';

/** Who we are, for the services that we fetch from: our version, the page that says what we fetch, and where to write to if that is set. */
export const userAgentOf = ({ PUBLIC_URL, OPERATOR_CONTACT }: Pick<Env, 'PUBLIC_URL' | 'OPERATOR_CONTACT'>): string =>
  `${BOT_NAME}/${VERSION} (+${PUBLIC_URL}/sources${OPERATOR_CONTACT ? `; ${OPERATOR_CONTACT}` : ''})`;
