import { Injectable, type OnModuleInit } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { Database } from '#platform/database/database.js';

/** The lag of the event loop is measured this often, and its figures include this pause. More often would keep an idle process busy. */
const LAG_EVERY_MS = 50;

/** What every process can tell of itself: memory, CPU, event loop, and how its database pool is used. */
@Injectable()
export class ProcessMetrics implements OnModuleInit {
  constructor(
    private readonly registry: Registry,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
    const { pool } = this.database;
    new Gauge({
      name: 'qualm_database_pool_connections',
      help: 'Connections of the database pool: in use, idle, and requests waiting for one',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }
}
