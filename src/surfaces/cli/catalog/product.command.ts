import type { Command } from 'commander';
import { parse, print } from '../command-line.js';

interface ListOptions {
  query?: string;
  limit: number;
}

/** Registers `products list`. */
export function registerProducts(program: Command): void {
  const list = program.command('products').description('the products that people review').command('list');
  list
    .description('list products, the most reviewed first')
    .option('--query <text>', 'a part of the name', parse.text)
    .option('--limit <number>', 'at most 100', parse.wholeNumber(1, 100), 20)
    .action(async ({ query, limit: most }: ListOptions) => {
      const { listProducts } = await import('./product.actions.js');
      const { products, has_more } = await listProducts(query, most);
      const lines = products.map((product) => `${product.id}  ${product.name}${product.by ? ` by ${product.by}` : ''}`);
      print(list, { products, has_more }, [
        ...lines,
        ...(has_more ? ['There are more; narrow the list with --query.'] : []),
      ]);
    });
}
