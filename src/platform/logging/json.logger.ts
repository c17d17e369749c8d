import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '#config/env.js';
import { scrub } from './scrub.js';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** What Nest tells while it boots is for whoever debugs the boot. */
const BOOT_CHATTER = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

const STANDARD_OUTPUT = { fd: 1, sync: false, minLength: 8_192, periodicFlush: 250 };

/** Nest's logger, and with it everybody's: one JSON line for each call, with never a secret in it. */
export class JsonLogger implements LoggerService {
  private readonly pino: Logger;

  /** `process` names the process in every line; lines go to standard output unless `destination` is given. */
  constructor(env: Pick<Env, 'LOG_LEVEL'>, process: string, destination?: DestinationStream) {
    const options = {
      level: env.LOG_LEVEL,
      base: { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level: string) => ({ level }) },
      serializers: { error: describe },
      hooks: { streamWrite: scrub },
    };
    // Written without waiting, and many lines at a time where there are many: the log must not slow requests down.
    this.pino = pino(options, destination ?? pino.destination(STANDARD_OUTPUT));
  }

  log(message: unknown, ...more: unknown[]): void {
    this.write('info', message, more);
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.write('fatal', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.write('error', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.write('warn', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.write('trace', message, more);
  }

  /** Nest hands over a text or fields, then more of either, and the name of the logger last. */
  private write(level: Level, message: unknown, more: unknown[]): void {
    const context = typeof more.at(-1) === 'string' ? (more.pop() as string) : undefined;
    const asked = level === 'info' && context && BOOT_CHATTER.has(context) ? 'debug' : level;
    if (!this.pino.isLevelEnabled(asked)) return;
    const fields: Record<string, unknown> = { context };
    const texts: string[] = [];
    for (const part of [message, ...more]) {
      if (part instanceof Error) fields.error = part;
      else if (typeof part === 'object') Object.assign(fields, part);
      else if (typeof part === 'string') texts.push(part);
    }
    const [text, ...rest] = texts;
    if (rest.length > 0) fields.stack = rest.join('\n');
    this.pino[asked](fields, text);
  }
}

/** The parts of an error that help; drivers hang the values of a query on theirs, and those are nobody's business. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause, code } = error as Error & { code?: unknown };
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
