import type { VNode } from 'preact';
import type { FilePeek } from '#platform/files/file.importer.js';
import type { UploadOptions, UploadRow } from '#workspace/import-uploads/import-uploads.service.js';
import { OperatorPage, OperatorTable } from '../operator.page.js';
import { RejectList } from './import.page.js';
import { ORDERS } from './upload.form.js';

interface UploadView {
  upload: UploadRow;
  options: UploadOptions;
  /** Null if a worker has the file. */
  peek: FilePeek | null;
}

/** How a file would be read, with the form that changes it and imports the file. */
export function UploadPage({ upload, options, peek }: UploadView): VNode {
  const title = `${upload.file_name} (${upload.kind})`;
  if (!peek) return <OperatorPage title={title}>{stateOf(upload)}</OperatorPage>;
  return (
    <OperatorPage title={title}>
      {peek.fault && (
        <p class="fault" role="alert">
          {forBrowser(peek.fault)}
        </p>
      )}
      {peek.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <form method="post" action={`/ops/imports/files/${upload.id}`}>
        <Mapping peek={peek} options={options} />
        <Choices options={options} />
        <p class="actions">
          <button type="submit" formMethod="get">
            Show how it is read
          </button>
          {!peek.fault && (
            <button class="primary" type="submit">
              Import
            </button>
          )}
        </p>
      </form>
      {peek.lines.length > 0 && <Lines peek={peek} />}
      <RejectList rejects={peek.rejects} />
    </OperatorPage>
  );
}

function stateOf({ state, failure }: UploadRow): VNode {
  if (state === 'failed') return <p class="fault">Nothing was imported: {failure}</p>;
  if (state === 'completed') return <p>The file has no lines. Nothing was imported.</p>;
  return <p role="status">The import is about to begin. This page shows it by itself.</p>;
}

/** A fault without the options of the command line. The form has them. */
const forBrowser = (fault: string): string =>
  `${fault.split(/\. Use --| Use --/)[0]}`.replace(/\.?$/, '. Choose below.');

/** For each field a choice of the column it is read from, or a value for all lines. */
function Mapping({ peek, options }: Pick<UploadView, 'options'> & { peek: FilePeek }): VNode {
  return (
    <details open={peek.fault !== null || options.map !== undefined || options.set !== undefined}>
      <summary>Columns</summary>
      <table>
        <thead>
          <tr>
            {['Field', 'Column', 'Or the same value in every line'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {peek.fields.map((field) => (
            <tr key={field}>
              <td>{field}</td>
              <td>
                <select name={`map.${field}`} aria-label={`Column of ${field}`}>
                  <option value="">{peek.mapping[field] ? `as found: ${peek.mapping[field]}` : 'as found'}</option>
                  {peek.columns.map((column) => (
                    <option key={column} value={column} selected={options.map?.[field] === column}>
                      {column}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <input
                  name={`set.${field}`}
                  value={options.set?.[field]}
                  aria-label={`Value of ${field} in every line`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Choices({ options }: Pick<UploadView, 'options'>): VNode {
  return (
    <div class="columns">
      <div class="field">
        <label for="field-dates">Dates such as 08/01/2026</label>
        <select id="field-dates" name="dates">
          <option value="">as the file shows</option>
          {ORDERS.map((order) => (
            <option key={order} value={order} selected={options.dateOrder === order}>
              {order}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="field-address">The address of an answer of a source that does not name it</label>
        <input id="field-address" type="url" name="address" value={options.address} />
      </div>
      <label class="check">
        <input type="checkbox" name="lenient" value="yes" checked={options.lenient} />
        Leave out an unreadable value, and keep its line
      </label>
    </div>
  );
}

/** The first lines as they would be stored, in columns that at least one of them has. */
function Lines({ peek }: { peek: FilePeek }): VNode {
  const lines = peek.lines as Record<string, unknown>[];
  const fields = [
    ...new Set(lines.flatMap((line) => Object.keys(line).filter((field) => isShown(field, line[field])))),
  ];
  return (
    <>
      <h2>The first lines, as they would be stored</h2>
      <OperatorTable columns={fields}>
        {lines.map((line, place) => (
          <tr key={place}>
            {fields.map((field) => (
              <td key={field}>{textOf(line[field])}</td>
            ))}
          </tr>
        ))}
      </OperatorTable>
    </>
  );
}

const isShown = (field: string, value: unknown): boolean =>
  field !== 'earlier_ids' && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

const SHOWN_CHARACTERS = 120;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
