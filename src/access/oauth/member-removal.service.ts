import { Injectable } from '@nestjs/common';
import { type Manager, MembershipsService } from '#accounts/teams/memberships.service.js';
import { Database } from '#platform/database/database.js';
import { ConnectionsService } from './connections.service.js';

/** Removes people and their assistants from teams. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipsService,
    private readonly connections: ConnectionsService,
  ) {}

  /**
   * Removes a person from a team and ends their connections to it in one transaction. `by` is null for an operator.
   * @returns the number of connections
   * @throws 403 `role_required` unless `by` may manage the person's role, 403 `last_owner`, 404
   */
  async remove(teamId: string, userId: string, by: Manager | null): Promise<number> {
    return this.database.transaction(async () => {
      await this.memberships.remove(teamId, userId, by);
      return this.connections.endAllOf(userId, teamId);
    });
  }
}
