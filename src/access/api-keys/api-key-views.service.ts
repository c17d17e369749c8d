import { Injectable } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import type { CursorQuery } from '#platform/operations/pagination.dto.js';
import type { ApiKeyView, RevokedKeyView } from './api-keys.operations.js';
import { ApiKeysService, type ListedKey } from './api-keys.service.js';

/** Shows the keys of a team over the API. */
@Injectable()
export class ApiKeyViews {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly cursors: Cursors,
  ) {}

  /** @throws 400 `cursor_…` */
  async list({ team }: TeamCaller, query: CursorQuery): Promise<CursorPage<ApiKeyView>> {
    const scope = { list: 'list_api_keys', teamId: team.id, filters: query };
    const position = await this.cursors.read(query, scope);
    const after = position && { createdAt: String(position[0]), id: String(position[1]) };
    const rows = await this.keys.page(team.id, { after, limit: query.page_size + 1 });
    const page = await this.cursors.pageOf(rows, query, { ...scope, positionOf: (row) => [row.position, row.id] });
    return new CursorPage(page.data.map(viewOf), page.pagination);
  }

  /** The key of the caller. */
  async current({ credentialId }: TeamCaller): Promise<ApiKeyView> {
    return viewOf(await this.keys.get(credentialId));
  }

  async revokeCurrent({ credentialId, team }: TeamCaller): Promise<RevokedKeyView> {
    await this.keys.revoke(credentialId, team.id);
    return { revoked: true };
  }
}

const viewOf = (key: ListedKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  livemode: key.livemode,
  status: key.status,
  scopes: key.scopes,
  allowed_cidrs: key.allowed_cidrs,
  spend_cap: key.spend_cap,
  spend_used: key.spend_used,
  daily_cap: key.daily_cap,
  daily_used: key.daily_used,
  expires_at: key.expires_at?.toISOString() ?? null,
  created_by: key.created_by,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  last_used_ip: key.last_used_ip,
  calls_7_days: key.calls_7_days,
});
