import { type Env, EnvError, parseEnv } from './env.js';
import { withoutUnused } from './unused-variables.js';

/** Parses the environment of this process, or exits with a one-line message. Warns about misspelled and unused variables. */
export function parseEnvOrExit(source = process.env): Env {
  const write = (line: string) => void process.stderr.write(`${line}\n`);
  try {
    return parseEnv(withoutUnused(source, write));
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    write(error.message);
    process.exit(1);
  }
}
