import type { Command } from 'commander';
import { print } from './command-line.js';

/** Registers `suppress add`. */
export function registerSuppress(program: Command): void {
  program
    .command('suppress')
    .description('people who are never revealed')
    .command('add')
    .description('never reveal this person again to any team')
    .argument('<address>', 'email address or profile URL')
    .action(async (address: string, _options: object, command: Command) => {
      const { suppress } = await import('./suppress.actions.js');
      const result = await suppress(address);
      print(command, result, [`${result.suppressed} ${result.added ? 'is suppressed' : 'was already suppressed'}`]);
    });
}
