import { readFileSync } from 'node:fs';

type Variables = Record<string, string | undefined>;

/** The variables with a secret. Instead of each, `NAME_FILE` can name a file that holds the value. */
export const SECRETS = [
  'ENCRYPTION_KEYS',
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'DATABASE_OWNER_URL',
  'DATABASE_OWNER_PASSWORD',
  'DATABASE_REPLICA_URLS',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'LLM_API_KEY',
  'HUNTER_API_KEY',
  'MAIL_URL',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OPS_PASSWORD',
] as const;

export type SecretName = (typeof SECRETS)[number];

export const fileVariableOf = <Name extends SecretName>(name: Name): `${Name}_FILE` => `${name}_FILE`;

/** Whether the environment has a secret, as a variable or in a file. */
export const isGiven = (source: Variables, name: SecretName): boolean =>
  Boolean(source[name] || source[fileVariableOf(name)]);

/**
 * Reads the secrets of the files that the environment names, without the newline at their end. `faults` has a text for each
 * file that cannot be used, and no value of any variable: someone may have set the secret itself instead of a path.
 */
export function readSecretFiles(source: Variables): { values: Record<string, string>; faults: string[] } {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of SECRETS) {
    const variable = fileVariableOf(name);
    const file = source[variable];
    if (!file) continue;
    if (source[name]) faults.push(`${name} and ${variable} must not be set together`);
    else {
      const value = contentOf(file);
      if (value) values[name] = value;
      else faults.push(`${variable} names ${value === null ? 'a file that cannot be read' : 'an empty file'}`);
    }
  }
  return { values, faults };
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return null;
  }
}
