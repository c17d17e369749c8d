import type { Env } from '#config/env.js';
import { ProductsModule } from '#market/products/products.module.js';
import type { ProductView } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { ProductChangesModule } from '#workspace/product-changes/product-changes.module.js';
import {
  type NamedProduct,
  ProductChanges,
  type ProductLosses,
} from '#workspace/product-changes/product-changes.service.js';
import { inContext } from '../command.context.js';

const changing = (env: Env) => [PlatformModule.forRoot(env), ProductChangesModule];

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

/** @throws 404; 400 for one product with itself */
export const mergeProducts = (from: string, into: string): Promise<{ from: NamedProduct; into: NamedProduct }> =>
  inContext(changing, (context) => context.get(ProductChanges).merge(from, into));

/** @throws 404; 400 for a name that another product has */
export const renameProduct = (product: string, name: string): Promise<{ from: string; product: NamedProduct }> =>
  inContext(changing, (context) => context.get(ProductChanges).rename(product, name));

/** Deletes a product after `confirm`, which gets what would go with it. @throws 404 */
export const deleteProduct = (
  product: string,
  confirm: (product: NamedProduct, losses: ProductLosses) => Promise<void>,
): Promise<{ product: NamedProduct; losses: ProductLosses }> =>
  inContext(changing, async (context) => {
    const changes = context.get(ProductChanges);
    const found = await changes.lossesOf(product);
    await confirm(found.product, found.losses);
    return { product: found.product, losses: await changes.delete(found.product.id) };
  });
