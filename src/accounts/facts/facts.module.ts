import { Module } from '@nestjs/common';
import { AuditModule } from '#accounts/audit/audit.module.js';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { Facts } from './facts.service.js';

@Module({ imports: [AuditModule, TeamEventsModule], providers: [Facts], exports: [Facts] })
export class FactsModule {}
