import { PainPointsModule } from '#market/pain-points/pain-points.module.js';
import { ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from './command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), ProductsModule, PainPointsModule];

/** Starts the report of the product with this id or full name. @throws 404 */
export const generateReport = (product: string): Promise<{ product_id: string; already_in_progress: boolean }> =>
  inContext(modules, async (context) => {
    const product_id = await context.get(ProductReportsService).findId(product);
    return { product_id, already_in_progress: !(await context.get(ReportGenerationService).generateFree(product_id)) };
  });

/** Starts the report of every product that has reviews. */
export const generateAllReports = (): ReturnType<ReportGenerationService['generateAllFree']> =>
  inContext(modules, (context) => context.get(ReportGenerationService).generateAllFree());
