import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { OperatorGate } from './operator.gate.js';
import { QueueRegistry } from './queue-registry.js';

/** The providers that the operator pages and the metrics share. */
@Module({
  imports: [DiscoveryModule, ThrottlingModule],
  providers: [OperatorGate, QueueRegistry],
  exports: [OperatorGate, QueueRegistry],
})
export class OperatorModule {}
