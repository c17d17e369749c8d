import { Module } from '@nestjs/common';
import { ProductsController } from './products.controller.js';
import { ProductsModule } from './products.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [ProductsModule], controllers: [ProductsController] })
export class ProductsApiModule {}
