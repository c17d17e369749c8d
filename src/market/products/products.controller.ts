import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { OperationResult, Page } from '#platform/operations/operation.result.js';
import { type Competitors, getCompetitors, type ProductView, searchProducts } from './products.operations.js';
import { ProductsService } from './products.service.js';

@Controller('api/v1/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  @Serves(searchProducts)
  search(@Call() { input: { query } }: CallOf<typeof searchProducts>): Promise<Page<ProductView>> {
    return this.products.search(query);
  }

  @Get(':id/competitors')
  @Serves(getCompetitors)
  competitors(@Call() { input: { path } }: CallOf<typeof getCompetitors>): Promise<OperationResult<Competitors>> {
    return this.products.competitorsOf(path.id);
  }
}
