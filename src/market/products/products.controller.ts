import { Controller, Get } from '@nestjs/common';
import type { RenderedJson } from '#platform/http/rendered-json.js';
import { Input, Serves } from '#platform/http/operation.decorators.js';
import { getCompetitors, type ProductPath, type ProductSearch, searchProducts } from './products.operations.js';
import { ProductsService } from './products.service.js';

@Controller('api/v1/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  @Serves(searchProducts)
  search(@Input() { query }: { query: ProductSearch }): Promise<RenderedJson> {
    return this.products.renderedSearch(query);
  }

  @Get(':id/competitors')
  @Serves(getCompetitors)
  competitors(@Input() { path }: { path: ProductPath }): Promise<RenderedJson> {
    return this.products.renderedCompetitorsOf(path.id);
  }
}
