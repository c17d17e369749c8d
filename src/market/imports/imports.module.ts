import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Import } from './import.entity.js';
import { ImportedRowsQueries } from './imported-rows.queries.js';
import { ImportedRows } from './imported-rows.service.js';
import { ImportLog } from './import.log.js';
import { ImportsQueries } from './imports.queries.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Import])],
  providers: [ImportedRows, ImportedRowsQueries, ImportLog, ImportsQueries, ImportsService],
  exports: [ImportedRows, ImportLog, ImportsService],
})
export class ImportsModule {}
