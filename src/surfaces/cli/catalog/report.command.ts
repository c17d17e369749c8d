import type { Command } from 'commander';
import { print } from '../command-line.js';
import { terminalBar } from '../terminal-bar.js';
import type { StartedReport } from './report.actions.js';

const actions = () => import('./report.actions.js');

/** Registers `report generate PRODUCT [--wait] | --all`, which starts reports without a charge. The workers generate them. */
export function registerReport(program: Command): void {
  program
    .command('report')
    .description("products' pain-points reports")
    .command('generate')
    .description('start a report without a charge')
    .argument('[product]', 'id or full name of a product')
    .option('--all', 'start reports for all products with reviews')
    .option('--wait', 'wait until the report of the product is complete; exit with 1 if it fails')
    .action(async (product: string | undefined, { all, wait }: { all?: true; wait?: true }, command: Command) => {
      if ((product === undefined) === (all === undefined)) command.error('error: name one product or use --all');
      if (all && wait) command.error('error: --wait needs one product');
      if (product === undefined) await generateAll(command);
      else await generateOne(command, product, wait ?? false);
    });
}

async function generateOne(command: Command, product: string, wait: boolean): Promise<void> {
  const { generateReport, waitForReport } = await actions();
  const result = await generateReport(product);
  if (!wait) return print(command, result, [sentenceOf(result)]);
  const bar = await terminalBar('{value} of {total} percent');
  const status = await waitForReport(result.product_id, (percent) => bar.update(percent, 100)).finally(bar.stop);
  print(command, { ...result, status }, [`The report is ${status}.`]);
  if (status !== 'completed') process.exitCode = 1;
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
