import leven, { closestMatch } from 'leven';
import { envSchema } from './env.js';
import { fileVariableOf, SECRETS } from './secret.files.js';

/** Below this length, unrelated names such as HOME and HOST are too alike. */
const SHORTEST = 6;
const LONG = 9;

/**
 * Warns with one line about each variable that is probably a misspelled variable of the schema.
 * @returns the environment without these variables, so that a child process does not warn again
 */
export function withoutMisspelled(source: NodeJS.ProcessEnv, warn: (line: string) => void): NodeJS.ProcessEnv {
  const known = [...Object.keys(envSchema.shape), ...SECRETS.map(fileVariableOf)];
  const unset = known.filter((name) => !source[name] && name.length >= SHORTEST);
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
