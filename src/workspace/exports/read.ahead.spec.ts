import { partsOf, readAhead } from './read.ahead.js';

async function* numbers(...batches: number[][]): AsyncGenerator<number[]> {
  for (const batch of batches) yield batch;
}

describe('reading ahead', () => {
  it('returns the prepared batches in order', async () => {
    const found = [];
    for await (const items of readAhead(numbers([1, 2], [3]), (rows) => rows.map(String))) found.push(items);
    expect(found).toEqual([['1', '2'], ['3']]);
  });

  it('has begun to prepare the next batch when the caller gets a batch', async () => {
    const begun: number[][] = [];
    const prepare = (rows: number[]): number[] => (begun.push(rows), rows);
    const reader = readAhead(numbers([1], [2], [3]), prepare);
    await reader.next();
    await new Promise(setImmediate);
    expect(begun).toEqual([[1], [2]]);
    await reader.return(undefined);
  });

  it('reads the rows of a batch after it has begun to prepare the previous one', async () => {
    const begun: string[] = [];
    async function* batches(): AsyncGenerator<number[]> {
      for (const batch of [1, 2, 3]) {
        begun.push(`rows ${batch}`);
        yield [batch];
      }
    }
    const reader = readAhead(batches(), (rows) => (begun.push(`batch ${rows[0]}`), rows));
    await reader.next();
    await new Promise(setImmediate);
    expect(begun).toEqual(['rows 1', 'batch 1', 'rows 2', 'batch 2', 'rows 3']);
    await reader.return(undefined);
  });

  it('waits for the batch in preparation when the caller stops', async () => {
    let isPrepared = false;
    const prepare = async (rows: number[]): Promise<number[]> => {
      await new Promise(setImmediate);
      isPrepared = rows[0] === 2;
      return rows;
    };
    for await (const items of readAhead(numbers([1], [2]), prepare)) if (items[0] === 1) break;
    expect(isPrepared).toBe(true);
  });

  it('throws the failure of a batch after the batches before it', async () => {
    const found: number[][] = [];
    const prepare = (rows: number[]): number[] => {
      if (rows[0] === 2) throw new Error('broken');
      return rows;
    };
    const reading = (async () => {
      for await (const items of readAhead(numbers([1], [2]), prepare)) found.push(items);
    })();
    await expect(reading).rejects.toThrow('broken');
    expect(found).toEqual([[1]]);
  });
});

describe('parts of batches', () => {
  it('have at most the given number of rows of one batch, in order', async () => {
    const found = [];
    for await (const rows of partsOf(numbers([1, 2, 3], [], [4, 5]), 2)) found.push(rows);
    expect(found).toEqual([[1, 2], [3], [4, 5]]);
  });
});
