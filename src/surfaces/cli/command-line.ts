import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Command, InvalidArgumentError } from 'commander';
import { type Env, parseEnv, PLAN_TIERS, type PlanTier } from '#config/env.js';
import type { Actor } from '#platform/caller/caller.js';
import { migrate } from '#platform/database/migrate.js';
import { startEmbeddedServices, useRunningServices } from '#embedded/services/embedded-services.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { CliModule } from './cli.module.js';

/** Who changes things from the command line. */
export const OPERATOR: Actor = { kind: 'operator', id: null, requestId: null };

/** A failure the operator should read as one line; the process exits 1. */
export class CommandFailure extends Error {}

/**
 * Runs `work` on the database the environment names: given URLs, else the embedded services that run on DATA_DIR, else
 * embedded services of its own for as long as it takes.
 */
export async function withServices<T>(work: (env: Env) => Promise<T>): Promise<T> {
  const variables = { ...process.env };
  await useRunningServices(variables);
  if (variables.DATABASE_URL && variables.REDIS_URL) return work(parseEnv(variables));
  const services = await startEmbeddedServices({ dataDir: variables.DATA_DIR || '.data' });
  try {
    variables.DATABASE_URL ||= services.databaseUrl;
    variables.REDIS_URL ||= services.redisUrl;
    await migrate(variables.DATABASE_URL);
    return await work(parseEnv(variables));
  } finally {
    await services.stop();
  }
}

/** Runs `work` with the services of the application. */
export function withApplication<T>(work: (app: INestApplicationContext, env: Env) => Promise<T>): Promise<T> {
  return withServices(async (env) => {
    // Standard output is the command's own, and Nest writes everything but errors there.
    const app = await NestFactory.createApplicationContext(CliModule.forRoot(env), {
      logger: ['error'],
      abortOnError: false,
    });
    try {
      return await work(app, env);
    } finally {
      await app.close();
    }
  });
}

/** Prints a result: one JSON object with `--json`, otherwise the lines for people. */
export function print(command: Command, result: object, lines: readonly string[]): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>();
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** Argument parsers: a value they refuse is a wrong call. */
export const parse = {
  id: (value: string): string => {
    if (!UUID_PATTERN.test(value)) throw new InvalidArgumentError('It must be a UUID.');
    return value;
  },
  credits: (value: string): number => {
    if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number of credits.');
    return Number(value);
  },
  plan: (value: string): PlanTier => {
    const plan = PLAN_TIERS.find((tier) => tier === value);
    if (!plan) throw new InvalidArgumentError(`It must be one of: ${PLAN_TIERS.join(', ')}.`);
    return plan;
  },
  futureTime: (value: string): Date => {
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be an ISO 8601 date or date-time.');
    if (time <= new Date()) throw new InvalidArgumentError('It must lie in the future.');
    return time;
  },
  text: (value: string): string => {
    const text = value.trim();
    if (text === '' || text.length > 200) throw new InvalidArgumentError('It must have 1 to 200 characters.');
    return text;
  },
};
