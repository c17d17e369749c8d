import type { VNode } from 'preact';
import type { ImportRow } from '#market/imports/imports.service.js';
import { numberCells, OperatorPage, OperatorTable, timeOf } from '../operator.page.js';
import { KINDS } from './upload.form.js';

const COLUMNS = [
  'Import',
  'Started (UTC)',
  'By',
  'State',
  'Read',
  'Inserted',
  'Updated',
  'Unchanged',
  'Rejected',
  'Removed',
];
const BYTES_PER_MB = 1_048_576;

/** The last imports, and the form for a file. */
export function ImportsPage({ imports, maxBytes }: { imports: readonly ImportRow[]; maxBytes: number }): VNode {
  return (
    <OperatorPage title="Imports">
      <form class="stack" method="post" action="/ops/imports" enctype="multipart/form-data">
        <div class="field">
          <label for="field-kind">What the file holds</label>
          <select id="field-kind" name="kind">
            {KINDS.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="field-file">File</label>
          <input id="field-file" type="file" name="file" required aria-describedby="file-hint" />
          <span class="hint" id="file-hint">
            CSV, JSON, JSON Lines, RSS or Atom, also packed with gzip or zip, up to {maxBytes / BYTES_PER_MB} MB. Import
            larger files at the command line.
          </span>
        </div>
        <button class="primary" type="submit">
          Show how it is read
        </button>
      </form>
      <h2>Last imports</h2>
      {imports.length === 0 ? <p>There are no imports.</p> : <ImportTable imports={imports} />}
    </OperatorPage>
  );
}

function ImportTable({ imports }: { imports: readonly ImportRow[] }): VNode {
  return (
    <OperatorTable columns={COLUMNS} numbersFrom={4}>
      {imports.map((row) => (
        <tr key={row.id}>
          <td>
            <a href={`/ops/imports/${row.id}`}>
              {row.id} {row.file_name}
            </a>{' '}
            ({row.kind})
          </td>
          <td>{timeOf(row.started_at)}</td>
          <td>{row.started_by}</td>
          <td>{row.state}</td>
          {numberCells([row.read, row.inserted, row.updated, row.unchanged, row.rejected, row.removed])}
        </tr>
      ))}
    </OperatorTable>
  );
}
