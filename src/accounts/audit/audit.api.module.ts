import { Module } from '@nestjs/common';
import { AuditLogModule } from './audit-log.module.js';
import { AuditController } from './audit.controller.js';

/** The REST route of this feature, for the API process only. */
@Module({ imports: [AuditLogModule], controllers: [AuditController] })
export class AuditApiModule {}
