import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportsModule } from '#market/imports/imports.module.js';
import { ProductAlias } from './product-alias.entity.js';
import { ProductCategory } from './product-category.entity.js';
import { Product } from './product.entity.js';
import { ProductReportsService } from './product-reports.service.js';
import { ProductVersion } from './product-version.entity.js';
import { ProductsImporter } from './products.importer.js';
import { ProductsImportQueries } from './products.import.queries.js';
import { ProductsQueries } from './products.queries.js';
import { ProductsService } from './products.service.js';
import { ProductsVersion } from './products.version.js';

@Module({
  imports: [TypeOrmModule.forFeature([Product, ProductAlias, ProductCategory, ProductVersion]), ImportsModule],
  providers: [
    ProductsService,
    ProductsVersion,
    ProductReportsService,
    ProductsQueries,
    ProductsImporter,
    ProductsImportQueries,
  ],
  exports: [ProductsService, ProductReportsService, ProductsImporter],
})
export class ProductsModule {}
