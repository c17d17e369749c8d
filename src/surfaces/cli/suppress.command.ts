import type { Command } from 'commander';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import { print, withApplication } from './command-line.js';

/** Registers `suppress add`. */
export function registerSuppress(program: Command): void {
  program
    .command('suppress')
    .description('people who are never revealed')
    .command('add')
    .description('never reveal this person, not even where they were revealed before')
    .argument('<address>', 'e-mail address or address of a profile page')
    .action(async (address: string, _options: object, command: Command) => {
      const result = await withApplication((app) => app.get(SuppressionsService, { strict: false }).add(address));
      print(command, result, [`${result.suppressed} ${result.added ? 'is suppressed' : 'was suppressed already'}`]);
    });
}
