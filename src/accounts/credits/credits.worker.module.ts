import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module.js';
import { OverduePurchasesSweeper } from './overdue-purchases.sweeper.js';
import { RenewalsSchedule } from './renewals.schedule.js';

/** What the worker does about money without being asked. */
@Module({ imports: [CreditsModule], providers: [RenewalsSchedule, OverduePurchasesSweeper] })
export class CreditsWorkerModule {}
