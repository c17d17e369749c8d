import { PainPointsModule } from '#market/pain-points/pain-points.module.js';
import { ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from './command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), ProductsModule, PainPointsModule];

/** A started report, or why none was started. */
export interface StartedReport {
  product_id: string;
  already_in_progress: boolean;
  up_to_date: boolean;
}

/** Starts the report of the product with this id or full name. @throws 404 */
export const generateReport = (product: string): Promise<StartedReport> =>
  inContext(modules, async (context) => {
    const product_id = await context.get(ProductReportsService).findId(product);
    const state = await context.get(ReportGenerationService).generateFree(product_id);
    return {
      product_id,
      already_in_progress: state === 'already_in_progress',
      up_to_date: state === 'up_to_date',
    };
  });

/** Starts the report of every product that has reviews. */
export const generateAllReports = (): ReturnType<ReportGenerationService['generateAllFree']> =>
  inContext(modules, (context) => context.get(ReportGenerationService).generateAllFree());
