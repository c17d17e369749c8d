import { Injectable, type OnModuleInit } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '#config/version.js';
import { Database } from '#platform/database/database.js';

/** The interval of the lag measurement, which the measured lag includes. A shorter one keeps an idle process busy. */
const LAG_EVERY_MS = 50;

/** Gauges of the library that are named like counters. The same numbers by type have correct names. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Metrics of every process: memory, CPU, event loop, and use of the database pool. */
@Injectable()
export class ProcessMetrics implements OnModuleInit {
  private connections!: Gauge<'state'>;

  constructor(
    private readonly registry: Registry,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    const build = {
      name: 'qualm_build_info',
      help: 'Always 1; the labels name the build',
      labelNames: ['version', 'node'],
    };
    new Gauge({ ...build, registers: [this.registry] }).set({ version: VERSION, node: process.version }, 1);
    this.connections = new Gauge({
      name: 'qualm_database_pool_connections',
      help: 'Connections of the database pool: in use, idle, and requests waiting for one',
      labelNames: ['state'],
      registers: [this.registry],
    });
  }

  /** All metrics of the process as text. The pool is read first, because other gauges use connections themselves. */
  async text(): Promise<string> {
    const { totalCount, idleCount, waitingCount } = this.database.pool;
    this.connections.set({ state: 'used' }, totalCount - idleCount);
    this.connections.set({ state: 'idle' }, idleCount);
    this.connections.set({ state: 'waiting' }, waitingCount);
    return this.registry.metrics();
  }
}
