import { Module } from '@nestjs/common';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { ImportsModule } from '#market/imports/imports.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { ImportUndoQueries } from './import-undo.queries.js';
import { ImportUndo } from './import-undo.service.js';

/** The undo of imports, for operators. */
@Module({
  imports: [FactsModule, ImportsModule, OpportunitiesModule, ProductsModule, ReportsModule],
  providers: [ImportUndo, ImportUndoQueries],
  exports: [ImportUndo],
})
export class ImportUndoModule {}
