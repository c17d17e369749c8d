import type { VNode } from 'preact';
import type { AuditLogEntry, AuditLogQuery } from '#accounts/audit/audit.operations.js';
import { AUDIT_ACTIONS } from '#accounts/audit/audit.types.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import { clipped } from '#platform/text/clipped.text.js';
import { Table, Time } from '../parts/parts.page.js';
import { ACTION_WORDS, ACTOR_WORDS } from './audit.words.js';
import { changesIn } from './audit-changes.text.js';

/** Longer texts are cut. */
const MAX_CHANGES_LENGTH = 240;
const MAX_AGENT_LENGTH = 80;

/** The entries of the audit log, newest first, and their filters. */
export function AuditPage({ log, query }: { log: CursorPage<AuditLogEntry>; query: AuditLogQuery }): VNode {
  const { next_cursor: next } = log.pagination;
  return (
    <>
      <p>Who changed what in the team. Entries cannot be changed, and are kept for 400 days.</p>
      <Filters query={query} />
      {log.data.length === 0 ? <p class="quiet">No entries.</p> : <EntryTable entries={log.data} />}
      {next && (
        <nav class="pager" aria-label="Pages">
          <a href={addressOf({ ...query, cursor: next })} rel="next">
            Older entries →
          </a>
        </nav>
      )}
    </>
  );
}

function Filters({ query }: { query: AuditLogQuery }): VNode {
  return (
    <form class="row" method="get">
      <label>
        Action
        <select name="action">
          <option value="">All</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action} selected={action === query.action}>
              {ACTION_WORDS[action]}
            </option>
          ))}
        </select>
      </label>
      <label>
        From
        <input type="date" name="from" value={query.from?.slice(0, 10)} />
      </label>
      <label>
        To
        <input type="date" name="to" value={query.to?.slice(0, 10)} />
      </label>
      {query.actor_id && <input type="hidden" name="actor_id" value={query.actor_id} />}
      <button type="submit">Show</button>
    </form>
  );
}

function EntryTable({ entries }: { entries: AuditLogEntry[] }): VNode {
  return (
    <Table columns={['When', 'What', 'Who', 'From where']} className="log audit-table">
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td>
            <Time at={entry.created_at} minutes />
          </td>
          <td class="log-what" data-label="What">
            {ACTION_WORDS[entry.action]} {entry.target && <Target target={entry.target} actor={entry.actor} />}
            {Object.keys(entry.changes).length > 0 && (
              <div class="quiet">{clipped(changesIn(entry.changes), MAX_CHANGES_LENGTH)}</div>
            )}
          </td>
          <td data-label="Who">
            {entry.actor.id ? (
              <a class="audit-who" href={addressOf({ actor_id: entry.actor.id })}>
                {entry.actor.name ?? ACTOR_WORDS[entry.actor.kind]}
              </a>
            ) : (
              ACTOR_WORDS[entry.actor.kind]
            )}
          </td>
          <td
            class={entry.ip ? undefined : 'log-none'}
            data-label="From where"
            title={clipped(entry.user_agent ?? '', MAX_AGENT_LENGTH)}
          >
            {entry.ip ?? '–'}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface TargetProps {
  target: NonNullable<AuditLogEntry['target']>;
  actor: AuditLogEntry['actor'];
}

/** The name of what an entry is about, unless it is who acted. An opportunity has a page, and an id alone says nothing to a reader. */
function Target({ target: { type, id, name }, actor }: TargetProps): VNode | null {
  if (type === 'opportunity') return <a href={`/app/opportunities/${id}`}>{name ?? 'See the opportunity'}</a>;
  return name === null || id === actor.id ? null : <bdi class="quiet">{name}</bdi>;
}

function addressOf({ action, actor_id, from, to, cursor }: Partial<AuditLogQuery>): string {
  const given = Object.entries({ action, actor_id, from, to, cursor }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `/app/settings/audit?${new URLSearchParams(given).toString()}`;
}
