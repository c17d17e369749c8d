import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { OverduePurchasesSweeper } from './overdue-purchases.sweeper.js';

/** What the worker does about money without being asked. */
@Module({ imports: [CreditsModule], providers: [OverduePurchasesSweeper] })
export class CreditsWorkerModule {}
