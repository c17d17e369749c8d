import type { Command } from 'commander';
import { print } from './command-line.js';
import type { StartedReport } from './report.actions.js';

const actions = () => import('./report.actions.js');

/** Registers `report generate PRODUCT | --all`, which starts reports without a charge. The workers generate them. */
export function registerReport(program: Command): void {
  program
    .command('report')
    .description("products' pain-points reports")
    .command('generate')
    .description('start a report without a charge')
    .argument('[product]', 'id or full name of a product')
    .option('--all', 'start reports for all products with reviews')
    .action(async (product: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((product === undefined) === (all === undefined)) command.error('error: name one product or use --all');
      if (product === undefined) await generateAll(command);
      else await generateOne(command, product);
    });
}

async function generateOne(command: Command, product: string): Promise<void> {
  const { generateReport } = await actions();
  const result = await generateReport(product);
  print(command, result, [sentenceOf(result)]);
}

async function generateAll(command: Command): Promise<void> {
  const { generateAllReports } = await actions();
  const result = await generateAllReports();
  const { started, already_in_progress, up_to_date } = result;
  print(command, result, [`${started} started, ${already_in_progress} already in progress, ${up_to_date} up to date.`]);
}

function sentenceOf({ already_in_progress, up_to_date }: StartedReport): string {
  if (up_to_date) return 'The last report is up to date: no review has changed since.';
  return already_in_progress ? 'A report is already being generated.' : 'Started.';
}
