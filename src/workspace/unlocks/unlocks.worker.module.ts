import { Module } from '@nestjs/common';
import { RunsWorkerModule } from '#accounts/runs/runs.worker.module.js';
import { UnlockContact } from './unlock-contact.action.js';
import { UnlocksModule } from './unlocks.module.js';

@Module({ imports: [UnlocksModule, RunsWorkerModule.forAction(UnlockContact)] })
export class UnlocksWorkerModule {}
