import leven, { closestMatch } from 'leven';
import { envSchema } from './env.js';
import { fileVariableOf, isGiven, SECRETS } from './secret.files.js';

/** Below this length, unrelated names such as HOME and HOST are too alike. */
const MIN_LENGTH = 6;
const LONG = 9;

type Source = NodeJS.ProcessEnv;

/** Variables that only some configurations use, with the reason why another one does not. */
const CONDITIONAL: { names: readonly string[]; isUsed: (source: Source) => boolean; reason: string }[] = [
  {
    names: ['LLM_API_KEY', 'LLM_API_KEY_FILE', 'LLM_BASE_URL', 'LLM_MODEL'],
    isUsed: ({ ANALYSIS_ENGINE, PITCH_ENGINE }) => ANALYSIS_ENGINE === 'llm' || PITCH_ENGINE === 'llm',
    reason: 'neither ANALYSIS_ENGINE nor PITCH_ENGINE is llm',
  },
  {
    names: [
      'STRIPE_PRICES',
      ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].flatMap((name) => [name, `${name}_FILE`]),
    ],
    isUsed: ({ BILLING_PROVIDER }) => BILLING_PROVIDER === 'stripe',
    reason: 'BILLING_PROVIDER is not stripe',
  },
  {
    names: ['OIDC_ALLOWED_DOMAINS'],
    isUsed: ({ OIDC_ISSUER }) => Boolean(OIDC_ISSUER),
    reason: 'OIDC_ISSUER is not set',
  },
  { names: ['MAIL_FROM'], isUsed: (source) => isGiven(source, 'MAIL_URL'), reason: 'MAIL_URL is not set' },
];

/**
 * Warns with one line about the variables of the schema that nothing uses in this configuration, and about each one that is probably a
 * misspelled variable of the schema.
 * @returns the environment without these variables, so that a child process does not warn again
 */
export function withoutUnused(source: Source, warn: (line: string) => void): Source {
  const rest = withoutMisspelled(source, warn);
  for (const { names, isUsed, reason } of CONDITIONAL) {
    const unused = isUsed(rest) ? [] : names.filter((name) => rest[name]);
    if (unused.length > 0) warn(`Configuration: nothing uses ${unused.join(', ')}, because ${reason}.`);
    for (const name of unused) delete rest[name];
  }
  return rest;
}

function withoutMisspelled(source: Source, warn: (line: string) => void): Source {
  const known = [...Object.keys(envSchema.shape), ...SECRETS.map(fileVariableOf)];
  const unset = known.filter((name) => !source[name] && name.length >= MIN_LENGTH);
  const rest = { ...source };
  for (const name of Object.keys(source).filter((each) => !known.includes(each))) {
    const spelling = name.toUpperCase();
    const meant = closestMatch(spelling, unset, { maxDistance: 2 });
    if (meant === undefined || leven(spelling, meant) > (meant.length < LONG ? 1 : 2)) continue;
    warn(`Configuration: ${name} is not a known variable. Did you mean ${meant}?`);
    delete rest[name];
  }
  return rest;
}
