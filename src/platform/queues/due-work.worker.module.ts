import { Module } from '@nestjs/common';
import { DeclaredWork } from './declared-work.js';
import { DueWorkRunner } from './due-work.runner.js';
import { DueWorkScheduler } from './due-work.scheduler.js';

/** Runs the methods that declare `@OnDue`, in the worker only. */
@Module({ providers: [DeclaredWork, DueWorkScheduler, DueWorkRunner] })
export class DueWorkWorkerModule {}
