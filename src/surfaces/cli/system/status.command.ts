import type { Command } from 'commander';
import { print } from '../command-line.js';
import type { Status } from './status.actions.js';

/** Registers `status`. */
export function registerStatus(program: Command): void {
  program
    .command('status')
    .description('show the running processes, their versions and the waiting work; exit with 1 if something is down')
    .action(async (_options: object, command: Command) => {
      const { readStatus } = await import('./status.actions.js');
      const status = await readStatus();
      print(command, status, linesOf(status));
      if (!status.ok) process.exitCode = 1;
    });
}

function linesOf({ qualm, node, postgres, redis, api, workers, queues, backlog }: Status): string[] {
  const pending = postgres.pending_migrations ?? 0;
  return [
    `Qualm       ${qualm} on Node ${node}`,
    `PostgreSQL  ${postgres.state}${postgres.version ? `, ${postgres.version}` : ''}${pending > 0 ? `, ${pending} migrations pending` : ''}`,
    `Redis       ${redis.state}${redis.version ? `, ${redis.version}` : ''}`,
    `API         ${api.state} at ${api.url}${api.version ? `, ${api.version}` : ''}`,
    `Workers     ${workers ?? 'unknown'}`,
    ...queues.map(
      ({ queue, workers: serving, waiting, active, delayed, failed }) =>
        `Queue       ${queue}: ${serving || 'no'} worker${serving > 1 ? 's' : ''}, ${waiting} waiting, ${active} active, ${delayed} delayed, ${failed} failed`,
    ),
    ...(backlog
      ? [
          `Backlog     ${backlog.texts_waiting} texts wait for detection, ${backlog.parked_deliveries} event deliveries are parked`,
        ]
      : []),
  ];
}
