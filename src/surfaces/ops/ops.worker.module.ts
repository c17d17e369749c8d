import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Heartbeat } from './heartbeat.js';
import { JobMetrics } from './job.metrics.js';
import { OperatorModule } from './operator.module.js';
import { ProcessMetrics } from './process.metrics.js';
import { WorkerListener } from './worker.listener.js';

/** Health and metrics of the worker process. */
@Module({
  imports: [OperatorModule, DiscoveryModule],
  providers: [Heartbeat, ProcessMetrics, JobMetrics, WorkerListener],
})
export class OpsWorkerModule {}
