import type { VNode } from 'preact';
import { intervalOf, RECORDING_WORDS, stateOf, textsOf } from '#market/sources/source.words.js';
import type { SourceView } from '#market/sources/source.views.js';
import type { RejectRow, RunRow } from '#market/sources/sources.service.js';
import { numberCells, OperatorPage, OperatorTable, timeOf } from '../operator.page.js';
import { SourceActions } from './sources.page.js';

interface SourcePageProps {
  source: SourceView;
  runs: readonly RunRow[];
  rejects: readonly RejectRow[];
}

const COLUMNS = ['Began (UTC)', 'Work', 'Outcome', 'Requests', 'Unchanged', 'Read', 'New', 'Updated', 'Left out'];
const SHOWN_REJECTS = 50;

/** One source with its last runs, and the items that could not be read. */
export function SourcePage({ source, runs, rejects }: SourcePageProps): VNode {
  const facts = [
    ['State', `${stateOf(source).word}, ${intervalOf(source)}`],
    ['Origin', source.is_recording ? RECORDING_WORDS : ''],
    ['Texts', textsOf(source)],
    ['Settings', JSON.stringify(source.settings)],
    ['Last fetch (UTC)', timeOf(source.last_synced_at)],
    ['Last new (UTC)', timeOf(source.last_new_at)],
    ['Next fetch (UTC)', timeOf(source.next_sync_at)],
    ['May be missing after (UTC)', timeOf(source.has_gap_since)],
    ['Fails since (UTC)', timeOf(source.failing_since)],
    ['Why', source.failure ?? ''],
    ['What to do', source.what_to_do ?? ''],
  ];
  return (
    <OperatorPage title={`${source.title}: ${source.label}`}>
      <dl class="kv">
        {facts.map(([label, value]) => value && [<dt key={label}>{label}</dt>, <dd key={value}>{value}</dd>])}
      </dl>
      <SourceActions source={source} />
      <h2>Last runs</h2>
      {runs.length === 0 ? <p>It was not fetched yet.</p> : <RunTable runs={runs} />}
      <h2>Left out</h2>
      {rejects.length === 0 ? <p>Every item could be read.</p> : <RejectTable rejects={rejects} />}
      <p>
        <a href={source.page_url} rel="noreferrer">
          Open the source
        </a>{' '}
        <a href="/ops/sources">All sources</a>
      </p>
    </OperatorPage>
  );
}

function RunTable({ runs }: { runs: readonly RunRow[] }): VNode {
  return (
    <OperatorTable columns={COLUMNS} numbersFrom={3}>
      {runs.map((run) => (
        <tr key={run.id}>
          <td>{timeOf(run.started_at)}</td>
          <td>{run.kind}</td>
          <td>{[run.outcome ?? 'running', run.failure].filter(Boolean).join(': ')}</td>
          {numberCells([run.requests, run.not_modified, run.read, run.inserted, run.updated, run.rejected])}
        </tr>
      ))}
    </OperatorTable>
  );
}

function RejectTable({ rejects }: { rejects: readonly RejectRow[] }): VNode {
  return (
    <OperatorTable columns={['Item', 'Why', 'When (UTC)']}>
      {rejects.slice(0, SHOWN_REJECTS).map(({ external_id, reason, at }) => (
        <tr key={external_id}>
          <td>{external_id}</td>
          <td>{reason}</td>
          <td>{timeOf(at)}</td>
        </tr>
      ))}
    </OperatorTable>
  );
}

/** Asks before a source is removed. */
export function RemovePage({ source }: { source: SourceView }): VNode {
  const action = `/ops/sources/${source.id}/remove`;
  return (
    <OperatorPage title={`Remove ${source.label}?`}>
      <p>
        It is not fetched any more. Its {textsOf(source)} stay, or are erased with their opportunities and their quotes
        in reports.
      </p>
      <form class="stack" method="post" action={action}>
        <label class="tick">
          <input type="checkbox" name="erase" value="yes" /> Erase its texts that no other source has
        </label>
        <button class="danger" type="submit">
          Remove the source
        </button>
      </form>
      <p>
        <a href={`/ops/sources/${source.id}`}>Keep it</a>
      </p>
    </OperatorPage>
  );
}
