import { eachAlone, ItemsFailed } from './each-alone.js';

describe('work that is done for each item alone', () => {
  const done: number[] = [];
  const reported: unknown[] = [];
  const round = () =>
    eachAlone(
      [1, 2, 3],
      (item) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(done.push(item))),
      (error, item) => reported.push([(error as Error).message, item]),
    );

  it('goes on after an item that fails, and then fails with their number', async () => {
    await expect(round()).rejects.toThrow(new ItemsFailed(1, 3, new Error('two')));
    expect([done, reported]).toEqual([[1, 3], [['two', 2]]]);
  });

  it('counts the items, without those that were not due', async () => {
    expect(
      await eachAlone(
        [true, false, true],
        (item) => Promise.resolve(item),
        () => undefined,
      ),
    ).toBe(2);
  });
});
