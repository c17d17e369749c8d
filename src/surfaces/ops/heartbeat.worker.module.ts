import { Module } from '@nestjs/common';
import { Heartbeat } from './heartbeat.js';

@Module({ providers: [Heartbeat] })
export class HeartbeatWorkerModule {}
