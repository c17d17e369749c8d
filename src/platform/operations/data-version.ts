import DataLoader from 'dataloader';

/** The version of the data from which answers are made. It differs after each commit that changes the data. */
export abstract class DataVersion {
  // Requests of one turn of the event loop share one query, which runs after all of them.
  private readonly reads = new DataLoader<'latest', string>((keys) => this.load(keys.length), {
    cache: false,
    batchScheduleFn: setImmediate,
  });

  /** The version that was read last. It may be outdated. */
  latest: string | undefined;

  /** The version now. */
  current(): Promise<string> {
    return this.reads.load('latest');
  }

  protected abstract read(): Promise<string>;

  private async load(count: number): Promise<string[]> {
    this.latest = await this.read();
    return Array<string>(count).fill(this.latest);
  }
}
