import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '#config/env.js';
import { traceIdOf } from '#platform/tracing/tracing.js';
import { type LogFields, logFields } from './log.fields.js';
import { scrub } from './scrub.js';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest's boot messages are only useful to debug the boot. */
const BOOT_CHATTER = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** A busy process collects a hundred lines for one write. */
const STANDARD_OUTPUT = { fd: 1, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 250 };

/** The logger of Nest and of the whole application: one JSON line for each call, with secrets removed. */
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
    // Lines are buffered and written asynchronously, so that logging does not slow requests down.
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

  /** Nest passes texts and fields in any order, and the name of the logger last. */
  private write(level: Level, message: unknown, more: unknown[]): void {
    const context = typeof more.at(-1) === 'string' ? (more.pop() as string) : undefined;
    const asked = level === 'info' && context && BOOT_CHATTER.has(context) ? 'debug' : level;
    if (!this.pino.isLevelEnabled(asked)) return;
    const fields: Record<string, unknown> = { context, ...logFields() };
    const texts: string[] = [];
    for (const part of [message, ...more]) {
      if (part instanceof Error) fields.error = part;
      else if (typeof part === 'object') Object.assign(fields, part);
      else if (typeof part === 'string') texts.push(part);
    }
    const { request_id } = fields as LogFields;
    const traceId = traceIdOf(request_id);
    if (traceId !== undefined) fields.trace_id = traceId;
    const [text, ...rest] = texts;
    if (rest.length > 0) fields.stack = rest.join('\n');
    this.pino[asked](fields, text);
  }
}

/** The useful parts of an error. Other properties are dropped, because drivers attach the values of a query. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause, code } = error as Error & { code?: unknown };
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: describe(cause) }) };
}
