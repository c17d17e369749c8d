import DataLoader from 'dataloader';
import { RoundTrip } from '#platform/context/round-trip.js';

/** The version of the data from which answers are made. It differs after each commit that changes the data. */
export abstract class DataVersion {
  private readonly roundTrip = new RoundTrip();
  private readonly reads = new DataLoader<'latest', string>((keys) => this.roundTrip.track(this.load(keys.length)), {
    cache: false,
    batchScheduleFn: this.roundTrip.schedule,
  });

  private latest: { version: string; since: number } | undefined;

  /** The version that was read last, which may be outdated. */
  get last(): string | undefined {
    return this.latest?.version;
  }

  /** Data are read that may lack the commits of the last `oldestReadMs`, so they have a version only after this time. */
  constructor(private readonly oldestReadMs = 0) {}

  /** The version that answers made from now on have at least. Undefined if it is not known. */
  get certain(): string | undefined {
    return this.latest && Date.now() - this.latest.since >= this.oldestReadMs ? this.latest.version : undefined;
  }

  /** The version now. */
  current(): Promise<string> {
    return this.reads.load('latest');
  }

  protected abstract read(): Promise<string>;

  private async load(count: number): Promise<string[]> {
    const version = await this.read();
    if (version !== this.latest?.version) this.latest = { version, since: Date.now() };
    return Array<string>(count).fill(version);
  }
}
