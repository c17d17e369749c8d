import type { CallContext, ToolRunner } from './tool.runner.js';
import type { Arguments } from './tool.view.js';

const MAX_ITEMS = 100;

interface Item {
  id: string;
  name?: string;
}

/** Completes arguments from the objects that the caller may list. */
export class Completions {
  constructor(
    private readonly runner: ToolRunner,
    private readonly context: CallContext,
  ) {}

  /** Names of products that contain `value`. */
  async productNames(value: string): Promise<string[]> {
    const products = await this.list('search_products', value.trim() ? { query: value.slice(0, 200) } : {});
    return [...new Set(products.map(({ name = '' }) => name))];
  }

  /** Names of followed products that contain `value`. */
  async followedNames(value: string): Promise<string[]> {
    const names = (await this.list('get_watchlist', { page_size: MAX_ITEMS })).map(({ name = '' }) => name);
    return names.filter((name) => name.toLowerCase().includes(value.trim().toLowerCase()));
  }

  /** Ids of followed products that begin with `value`, otherwise of products whose name contains it. */
  async productIds(value: string): Promise<string[]> {
    const followed = idsFrom(await this.list('get_watchlist', { page_size: MAX_ITEMS }), value);
    if (followed.length > 0) return followed;
    return idsFrom(await this.list('search_products', value.trim() ? { query: value.slice(0, 200) } : {}), '');
  }

  /** Ids of the newest opportunities that begin with `value`, otherwise of opportunities whose text contains it. */
  async opportunityIds(value: string): Promise<string[]> {
    const newest = idsFrom(await this.list('list_opportunities', { page_size: MAX_ITEMS }), value);
    if (newest.length > 0) return newest;
    return idsFrom(await this.list('list_opportunities', { q: value.slice(0, 200) }), '');
  }

  /** Ids of the team's latest pitches that begin with `value`. */
  async pitchIds(value: string): Promise<string[]> {
    return idsFrom(await this.list('list_pitches', { page_size: MAX_ITEMS }), value);
  }

  private async list(name: string, args: Arguments): Promise<Item[]> {
    const tool = this.runner.find(name);
    if (!tool) return [];
    const { isError, structuredContent } = await this.runner.run(tool, args, this.context);
    return isError ? [] : (structuredContent as { data: Item[] }).data;
  }
}

const idsFrom = (items: Item[], beginning: string): string[] =>
  items.map(({ id }) => id).filter((id) => id.startsWith(beginning.trim().toLowerCase()));
