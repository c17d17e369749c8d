import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service.js';
import { AuditModule } from './audit.module.js';

/** Reading the audit log, for the API process only. */
@Module({ imports: [AuditModule], providers: [AuditLogService], exports: [AuditLogService] })
export class AuditLogModule {}
