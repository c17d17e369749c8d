import { Injectable } from '@nestjs/common';
import { type AuditedChange, AuditService } from '#accounts/audit/audit.service.js';
import { type AuditAction, AUDITED } from '#accounts/audit/audit.types.js';
import type { TeamEventType } from '#accounts/events/team-event.definition.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import type { AuditedEvent } from './fact.definition.js';

/** What a fact is about: a thing of the kind that its action changes. Without an id, the entry has no target. */
export interface FactSubject {
  /** As in `AuditedChange`. */
  teamId: AuditedChange['teamId'];
  id?: string | null;
  name?: string | null;
}

/** What the entry of the audit log says beside action and target. */
export type EntryDetails = Pick<AuditedChange, 'changes' | 'actor' | 'requestId'>;

/** Events that the audit log does not have. */
type UnauditedEvent<Data extends object> = TeamEventType<Data> & { audited?: never };

/** Records facts: in the audit log, as events of teams, or both, as each fact declares. */
@Injectable()
export class Facts {
  constructor(
    private readonly audit: AuditService,
    private readonly events: TeamEvents,
  ) {}

  /** Records a fact. Call it in the transaction of the change, so that there is neither without the other. */
  record(fact: AuditAction, subject: FactSubject, details?: EntryDetails): Promise<void>;
  record<Data extends object>(
    fact: AuditedEvent<Data>,
    subject: FactSubject & { teamId: string },
    details: EntryDetails & { event: Data },
  ): Promise<void>;
  record<Data extends object>(
    fact: UnauditedEvent<Data>,
    subject: { teamId: string },
    details: { event: Data },
  ): Promise<void>;
  async record(
    fact: AuditAction | AuditedEvent | TeamEventType,
    { teamId, id, name = null }: FactSubject,
    { event, ...details }: EntryDetails & { event?: object } = {},
  ): Promise<void> {
    const action = typeof fact === 'string' ? fact : 'audited' in fact ? fact.audited : null;
    if (action) {
      const type = AUDITED[action];
      await this.audit.record({
        action,
        teamId,
        ...(type && id !== undefined && { target: { type, id, name } }),
        ...details,
      });
    }
    if (typeof fact !== 'string') await this.events.append(fact, event ?? {}, String(teamId));
  }
}
