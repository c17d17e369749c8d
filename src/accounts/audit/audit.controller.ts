import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import { AuditLogService } from './audit-log.service.js';
import { type AuditLogEntry, listAuditLog } from './audit.operations.js';

@Controller('api/v1/audit-log')
export class AuditController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Serves(listAuditLog)
  list(@Call() { caller, input }: CallOf<typeof listAuditLog>): Promise<CursorPage<AuditLogEntry>> {
    return this.log.list(caller.team.id, input.query);
  }
}
