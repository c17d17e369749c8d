import type { JsonLogger } from './json.logger.js';

/**
 * Logs an error that nothing catches, such as one of the start, as one line, and ends the process with 1, so that it is started again. Node
 * would print it with the values of its statement.
 */
export function exitOnFatalErrors(
  logger: Pick<JsonLogger, 'fatal'>,
  context: string,
  failing: Pick<NodeJS.Process, 'once' | 'exit'> = process,
): void {
  failing.once('uncaughtException', (error) => {
    logger.fatal('the process ends, because nothing caught an error', error, context);
    failing.exit(1);
  });
}
