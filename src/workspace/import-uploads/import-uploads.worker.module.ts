import { Module } from '@nestjs/common';
import { ImportUploadsModule } from './import-uploads.module.js';
import { ImportUploadsQueries } from './import-uploads.queries.js';
import { ImportUploadsRunner } from './import-uploads.runner.js';

/** Imports uploaded files, in the worker only. */
@Module({ imports: [ImportUploadsModule], providers: [ImportUploadsQueries, ImportUploadsRunner] })
export class ImportUploadsWorkerModule {}
