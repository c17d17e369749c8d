import { Injectable } from '@nestjs/common';
import { declaredActions } from '#accounts/runs/paid-action.js';
import { PaidActions } from '#accounts/runs/paid-actions.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { keyInLiveMode } from '#platform/caller/test-mode.js';
import { validationFailed } from '#platform/errors/application-error.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { type Listing, listingOf } from '#platform/operations/listing.js';
import { tooManyRows } from '#platform/operations/rows.failures.js';
import { endOf } from '#platform/operations/time.js';
import {
  type CredentialView,
  type LedgerEntry,
  type LedgerQuery,
  type Usage,
  type UsageGroup,
  type UsageQuery,
  type UsageRow,
  type UsageSum,
} from './usage.operations.js';
import { type LedgerFilter, type LedgerRecord, UsageQueries, type UsageRecord } from './usage.queries.js';

/** The part of the query of the ledger that selects entries. */
export type LedgerSelection = Omit<LedgerQuery, 'cursor' | 'page_size' | 'sort'>;

const LEDGER = 'list_ledger';
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const MAX_ROWS = 10_000;
const DAY_MS = 86_400_000;

/** Shows teams their spending, as sums and entry by entry. */
@Injectable()
export class UsageService {
  constructor(
    private readonly queries: UsageQueries,
    private readonly cursors: Cursors,
    private readonly paidActions: PaidActions,
  ) {}

  /** @throws 400 for more than 366 days; 400 `too_many_rows` */
  async usage(caller: TeamCaller, query: UsageQuery): Promise<Usage> {
    const { from, to } = periodOf(query);
    const groups = new Set<UsageGroup>(query.group_by ?? ['day']);
    const records = await this.queries.findUsage(caller.team.id, { from, to }, groups, MAX_ROWS);
    const found = records[0]?.found ?? 0;
    if (found > MAX_ROWS) throw tooManyRows({ limit: MAX_ROWS, found });
    const rows = records.map(rowOf);
    return { from, to, totals: sumOf(rows), rows };
  }

  /** @throws 400 for an unknown action; 400 `cursor_…` */
  async ledger(caller: TeamCaller, query: LedgerQuery): Promise<CursorPage<LedgerEntry>> {
    const teamId = caller.team.id;
    this.demandKnown(query);
    const scope = { list: LEDGER, teamId, filters: query };
    const position = await this.cursors.read(query, scope);
    const { sort, page_size } = query;
    const filter = filterOf(query);
    const after = position && Number(position[0]);
    const isNewestFirst = sort === '-position';
    const records = await this.queries.findEntries(teamId, filter, { after, isNewestFirst, limit: page_size + 1 });
    const page = await this.cursors.pageOf(records, query, { ...scope, positionOf: (record) => [record.position] });
    return new CursorPage(page.data.map(entryOf), page.pagination);
  }

  /** The first `limit` entries that a filter selects, the oldest first. @throws 400 for an unknown action */
  entriesOf(teamId: string, query: LedgerSelection, limit: number): Listing {
    this.demandKnown(query);
    const part = { after: null, isNewestFirst: false, limit };
    const statement = this.queries.entriesStatement(teamId, filterOf(query), part);
    return listingOf(statement, (records: LedgerRecord[]) => records.map(entryOf));
  }

  /** A misspelled action would look like one that was never bought. @throws 400 */
  private demandKnown({ action }: LedgerSelection): void {
    const allowed = this.paidActions.all().map(({ options }) => options.kind);
    if (action === undefined || allowed.includes(action)) return;
    const message = `action must be one of: ${allowed.join(', ')}`;
    throw validationFailed([{ field: 'action', location: 'query', code: 'is_in', message, allowed }]);
  }
}

function filterOf({ kind: kinds, action, credential_id: credentialId, from, to }: LedgerSelection): LedgerFilter {
  return {
    ...{ kinds, action, credentialId },
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : endOf(to),
  };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** @throws 400 */
function periodOf({ from: first, to: last }: UsageQuery): { from: string; to: string } {
  const today = dayOf(Date.now());
  const to = last ?? (first !== undefined && first > today ? first : today);
  const from = first ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days > MAX_DAYS) {
    const message = `from must be at most ${MAX_DAYS - 1} days before to`;
    throw validationFailed([{ field: 'from', location: 'query', code: 'range', message }]);
  }
  return { from, to };
}

function rowOf({ day, action, credential_kind, charged, refunded, count, ...credential }: UsageRecord): UsageRow {
  return {
    ...(day !== null && { day }),
    ...(action !== null && { action }),
    ...(credential_kind !== null && { credential: credentialOf({ credential_kind, ...credential }) }),
    ...{ charged, refunded, net: charged - refunded, count },
  };
}

function sumOf(rows: readonly UsageRow[]): UsageSum {
  const sum = { charged: 0, refunded: 0, net: 0, count: 0 };
  for (const row of rows) {
    sum.charged += row.charged;
    sum.refunded += row.refunded;
    sum.net += row.net;
    sum.count += row.count;
  }
  return sum;
}

type Credential = Pick<LedgerRecord, 'credential_kind' | 'credential_id' | 'credential_name'>;

const credentialOf = ({ credential_kind, credential_id, credential_name }: Credential): CredentialView => ({
  kind: credential_kind as CredentialView['kind'],
  id: credential_id,
  name: credential_name,
});

/** The product or the opportunity that an entry is about, as its paid action says. */
function subjectIdsOf({ action, thing }: LedgerRecord): Pick<LedgerEntry, 'opportunity_id' | 'product_id'> {
  const declared = declaredActions().find(({ kind }) => kind === action);
  const linked = thing === null ? '' : declared?.link(keyInLiveMode(thing)).subjectId;
  const id = linked && UUID_PATTERN.test(linked) ? linked : null;
  return {
    opportunity_id: declared?.subject === 'opportunity' ? id : null,
    product_id: declared?.subject === 'product' ? id : null,
  };
}

const entryOf = ({ credential_kind, credential_id, credential_name, ...entry }: LedgerRecord): LedgerEntry => ({
  ...entry,
  ...subjectIdsOf({ credential_kind, credential_id, credential_name, ...entry }),
  credential: credentialOf({ credential_kind, credential_id, credential_name }),
  created_at: entry.created_at.toISOString(),
});
