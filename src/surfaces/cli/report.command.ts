import type { Command } from 'commander';
import { print } from './command-line.js';

const actions = () => import('./report.actions.js');

/** Registers `report generate PRODUCT | --all`: starts reports without a charge, for the workers to make. */
export function registerReport(program: Command): void {
  program
    .command('report')
    .description("products' pain-points reports")
    .command('generate')
    .description('start a report without a charge')
    .argument('[product]', 'id or whole name of a product')
    .option('--all', 'every product that has reviews')
    .action(async (product: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((product === undefined) === (all === undefined)) command.error('error: name one product, or say --all');
      if (product === undefined) await generateAll(command);
      else await generateOne(command, product);
    });
}

async function generateOne(command: Command, product: string): Promise<void> {
  const { generateReport } = await actions();
  const result = await generateReport(product);
  print(command, result, [result.already_in_progress ? 'A report is being generated already.' : 'Started.']);
}

async function generateAll(command: Command): Promise<void> {
  const { generateAllReports } = await actions();
  const result = await generateAllReports();
  print(command, result, [`${result.started} started, ${result.already_in_progress} under way already.`]);
}
