import { type Command, InvalidArgumentError } from 'commander';
import { parse, print } from './command-line.js';

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
    .option('--limit <number>', 'at most 100', limit, 20)
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

function limit(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > 100) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
  }
  return Number(value);
}
