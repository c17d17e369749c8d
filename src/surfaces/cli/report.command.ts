import type { Command } from 'commander';
import { ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { print, withApplication } from './command-line.js';

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
  const result = await withApplication(async (app) => {
    const product_id = await app.get(ProductReportsService).identify(product);
    return { product_id, already_in_progress: !(await app.get(ReportGenerationService).generateFree(product_id)) };
  });
  print(command, result, [result.already_in_progress ? 'A report is being generated already.' : 'Started.']);
}

async function generateAll(command: Command): Promise<void> {
  const result = await withApplication((app) => app.get(ReportGenerationService).generateAllFree());
  print(command, result, [`${result.started} started, ${result.already_in_progress} under way already.`]);
}
