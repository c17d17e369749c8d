import type { Command } from 'commander';
import type { ProductLosses } from '#workspace/product-changes/product-changes.service.js';
import { parse, print } from '../command-line.js';
import { asksBefore, confirm } from '../confirmation.js';

interface ListOptions {
  query?: string;
  limit: number;
}

const actions = () => import('./product.actions.js');
const ID_OR_NAME = 'id or full name of the product';

/** Registers `products` with the commands for the list and for changes. */
export function registerProducts(program: Command): void {
  const products = program.command('products').description('the products that people review');
  const list = products.command('list');
  list
    .description('list products, the most reviewed first')
    .option('--query <text>', 'a part of the name', parse.text)
    .option('--limit <number>', 'at most 100', parse.wholeNumber(1, 100), 20)
    .action(async ({ query, limit: most }: ListOptions) => {
      const { products: found, has_more } = await (await actions()).listProducts(query, most);
      const lines = found.map((product) => `${product.id}  ${product.name}${product.by ? ` by ${product.by}` : ''}`);
      print(list, { products: found, has_more }, [
        ...lines,
        ...(has_more ? ['There are more; narrow the list with --query.'] : []),
      ]);
    });
  const merge = products
    .command('merge')
    .description('move everything from one product to another one; its name stays known');
  merge
    .argument('<from>', `${ID_OR_NAME} that goes`, parse.text)
    .argument('<into>', `${ID_OR_NAME} that stays`, parse.text);
  merge.action(async (from: string, into: string) => {
    const merged = await (await actions()).mergeProducts(from, into);
    print(merge, merged, [`${merged.from.name} is merged into ${merged.into.name}`]);
  });
  const rename = products.command('rename').description('rename a product; its old name stays known');
  rename.argument('<product>', ID_OR_NAME, parse.text).argument('<name>', 'the new name');
  rename.action(async (product: string, name: string) => {
    const renamed = await (await actions()).renameProduct(product, name);
    print(rename, renamed, [`${renamed.from} is now ${renamed.product.name}`]);
  });
  registerDelete(products);
}

function registerDelete(products: Command): void {
  const remove = products.command('delete').description('delete a product with its reviews, reports and opportunities');
  remove.argument('<product>', ID_OR_NAME, parse.text).option('--yes', 'do not ask');
  remove.action(async (product: string, { yes }: { yes?: true }) => {
    const asks = asksBefore(remove, 'products delete', yes);
    const deleted = await (
      await actions()
    ).deleteProduct(product, async ({ id, name }, losses) => {
      if (!asks) return;
      process.stderr.write(`${name} (${id}) has ${listOf(losses)}.\n`);
      await confirm({ question: `Delete ${name} with all of them?`, refused: 'Nothing was deleted.' });
    });
    print(remove, deleted, [`${deleted.product.name} is deleted, with ${listOf(deleted.losses)}`]);
  });
}

const listOf = ({ reviews, reports, opportunities, purchases, followers }: ProductLosses): string =>
  `${reviews} reviews, ${reports} reports, ${opportunities} opportunities, ` +
  `${purchases} unlocks and pitches of teams, and ${followers} following teams`;
