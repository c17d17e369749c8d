import type { Command } from 'commander';
import { print, withAddress } from '../command-line.js';

const actions = () => import('./suppress.actions.js');

/** Registers `suppress add`, `suppress list` and `suppress remove`. */
export function registerSuppress(program: Command): void {
  const suppress = program.command('suppress').description('people who are never revealed');
  const add = withAddress(suppress, 'add', 'never reveal this person again to any team');
  add.action(async (address: string) => {
    const result = await (await actions()).suppress(address);
    print(add, result, [`${result.suppressed} ${result.added ? 'is suppressed' : 'was already suppressed'}`]);
  });
  const list = suppress.command('list').description('list suppressed addresses, the newest first');
  list.action(async () => {
    const suppressed = await (await actions()).listSuppressed();
    const lines = suppressed.map(({ address, created_at }) => `${created_at.toISOString()}  ${address}`);
    print(list, { suppressed }, lines);
  });
  const remove = withAddress(suppress, 'remove', 'allow this person to be revealed again');
  remove.action(async (address: string) => {
    const removed = await (await actions()).unsuppress(address);
    print(remove, { removed }, [`${removed} is no longer suppressed`]);
  });
}
