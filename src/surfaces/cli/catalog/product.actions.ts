import { ProductsModule } from '#market/products/products.module.js';
import type { ProductView } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

/** The first products whose name contains `query`, or the most reviewed ones. */
export const listProducts = (
  query: string | undefined,
  limit: number,
): Promise<{ products: ProductView[]; has_more: boolean }> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), ProductsModule],
    async (context) => {
      const found = await context.get(ProductsService).search({ query, page: 1, page_size: limit });
      return { products: found.items, has_more: found.pagination.has_more };
    },
  );
