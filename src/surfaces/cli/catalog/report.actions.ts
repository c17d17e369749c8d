import { setTimeout as pause } from 'node:timers/promises';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), ProductsModule, ReportReadingModule, ReportsModule];

const WAIT_MS = 500;

/** A started report, or the reason why no report was started. */
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

/**
 * Waits until no report of the product is being generated. `onProgress` gets percent. @returns the outcome of the
 * report
 */
export const waitForReport = (productId: string, onProgress: (percent: number) => void): Promise<string> =>
  inContext(modules, async (context) => {
    for (;;) {
      const { status, progress } = await context.get(PainPointsService).progressOf(productId);
      if (status !== 'generating') return status;
      onProgress(progress);
      await pause(WAIT_MS);
    }
  });

/** Starts the report of every product that has reviews. */
export const generateAllReports = (): ReturnType<ReportGenerationService['generateAllFree']> =>
  inContext(modules, (context) => context.get(ReportGenerationService).generateAllFree());
