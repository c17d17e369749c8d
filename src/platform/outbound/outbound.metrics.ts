import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry } from 'prom-client';

/** What became of a request. */
type Outcome = 'answered' | 'unchanged' | 'refused' | 'limited' | 'failed';

const MS_PER_SECOND = 1_000;
const MAX_HOSTS = 100;

/** The requests of this process to services that it fetches from. */
@Injectable()
export class OutboundMetrics {
  private readonly requests: Counter<'host' | 'outcome'>;
  private readonly waits: Histogram<'host'>;
  private readonly hosts = new Set<string>();

  constructor(registry: Registry) {
    this.requests = new Counter({
      name: 'qualm_outbound_requests_total',
      help: 'Requests to services that texts are fetched from, by host and outcome',
      labelNames: ['host', 'outcome'],
      registers: [registry],
    });
    this.waits = new Histogram({
      name: 'qualm_outbound_wait_seconds',
      help: 'How long requests waited for their turn, by host',
      labelNames: ['host'],
      buckets: [0, 0.1, 0.5, 1, 2, 5],
      registers: [registry],
    });
  }

  count(host: string, outcome: Outcome): void {
    this.requests.inc({ host: this.nameOf(host), outcome });
  }

  waited(host: string, ms: number): void {
    this.waits.observe({ host: this.nameOf(host) }, ms / MS_PER_SECOND);
  }

  /** Customers name hosts, so only the first ones have series of their own. */
  private nameOf(host: string): string {
    if (this.hosts.size < MAX_HOSTS) this.hosts.add(host);
    return this.hosts.has(host) ? host : 'other';
  }
}
