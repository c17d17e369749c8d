import { Module } from '@nestjs/common';
import { ProductReportsService } from './product-reports.service.js';

/** For whoever makes reports. */
@Module({ providers: [ProductReportsService], exports: [ProductReportsService] })
export class ProductReportsModule {}
