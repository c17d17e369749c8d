import type { Type } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { type FreeGenerations, ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';

/** What `report generate` answers: about one product, or about all. */
type GeneratedReports = { product_id: string; already_in_progress: boolean } | FreeGenerations;

/** The application, as far as a command looks into it. */
export interface Services {
  get<T>(service: Type<T>): T;
}

/** Runs a command's work on the application, shows what it answers, and closes the application. */
export type RunOnApplication = (work: (services: Services) => Promise<object>) => Promise<void>;

/** Registers `report generate PRODUCT | --all`: starts reports without a charge, for the workers to make. */
export function registerReport(program: Command, run: RunOnApplication): void {
  program
    .command('report')
    .description("products' pain-points reports")
    .command('generate')
    .argument('[product]', 'id or whole name of a product')
    .addOption(new Option('--all', 'every product that has reviews'))
    .description('start a report without a charge')
    .action(async (product: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((product === undefined) === (all === undefined)) command.error('error: name one product, or say --all');
      await run((services) => generateReports(services, product));
    });
}

/** Starts the report of one product, or of all where none is named. */
async function generateReports(services: Services, product?: string): Promise<GeneratedReports> {
  const generation = services.get(ReportGenerationService);
  if (product === undefined) return generation.generateAllFree();
  const productId = await services.get(ProductReportsService).identify(product);
  return { product_id: productId, already_in_progress: !(await generation.generateFree(productId)) };
}
