import type { VNode } from 'preact';
import type { ImportRow } from '#market/imports/imports.service.js';
import type { Reject } from '#platform/files/record.types.js';
import type { Kept, UndoPreview } from '#workspace/import-undo/import-undo.service.js';
import { STAY_WORDS } from '#workspace/import-undo/stay.words.js';
import type { UploadRow } from '#workspace/import-uploads/import-uploads.service.js';
import { OperatorPage, timeOf } from '../operator.page.js';

/** One import with its counts, and the link to undo it. */
export function ImportPage({ found, upload }: { found: ImportRow; upload: UploadRow | null }): VNode {
  const { id, kind, file_name, state, failure, removed, kept } = found;
  const canUndo = kind !== 'contacts' && found.inserted > 0 && (state !== 'undone' || Object.keys(kept).length > 0);
  const figures = [
    ['lines read', found.read],
    ['inserted', found.inserted],
    ['updated', found.updated],
    ['unchanged', found.unchanged],
    ['rejected', found.rejected],
    ...(state === 'undoing' || state === 'undone' ? [['removed', removed]] : []),
  ] as const;
  const facts = [
    ['State', state],
    ['Read as', found.format],
    ['Started', `${timeOf(found.started_at)} UTC by ${found.started_by}`],
    ['Changed', `${timeOf(found.changed_at)} UTC`],
    ['Options', Object.keys(found.options).length > 0 ? JSON.stringify(found.options) : null],
    ['Stopped early', failure],
  ];
  return (
    <OperatorPage title={`Import ${id}: ${file_name} (${kind})`}>
      <dl class="figures">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <dl class="kv">
        {facts.map(([label, value]) => value && [<dt key={label}>{label}</dt>, <dd key={value}>{value}</dd>])}
      </dl>
      <Stays kept={kept} />
      {canUndo && (
        <p>
          <a href={`/ops/imports/${id}/undo`}>{UNDO_LINKS[state]}</a>
        </p>
      )}
      <RejectList rejects={upload?.rejects ?? []} />
      <p>
        <a href="/ops/imports">All imports</a>
      </p>
    </OperatorPage>
  );
}

const UNDO_LINKS: Record<ImportRow['state'], string> = {
  running: 'Stop and undo this import',
  completed: 'Undo this import',
  failed: 'Undo this import',
  undoing: 'Continue the undo',
  undone: 'Undo again, for what stayed',
};

/** What an undo would do, with the button that does it. */
export function UndoPage({ found, removed, kept }: UndoPreview): VNode {
  return (
    <OperatorPage title={`Undo import ${found.id}?`}>
      <p>
        {removed} {found.kind} that {found.file_name} has inserted will be removed, with their opportunities and their
        quotes in reports. What it has updated keeps its new content.
      </p>
      <Stays kept={kept} />
      <form class="stack" method="post" action={`/ops/imports/${found.id}/undo`}>
        <button class="danger" type="submit">
          Remove {removed} {found.kind}
        </button>
      </form>
      <p>
        <a href={`/ops/imports/${found.id}`}>Keep them</a>
      </p>
    </OperatorPage>
  );
}

function Stays({ kept }: { kept: Kept }): VNode | null {
  const reasons = Object.entries(kept) as [keyof Kept, number][];
  if (reasons.length === 0) return null;
  return (
    <ul>
      {reasons.map(([reason, count]) => (
        <li key={reason}>
          {count} stay: {STAY_WORDS[reason]}
        </li>
      ))}
    </ul>
  );
}

/** The first rejected lines, with the reasons. */
export function RejectList({ rejects }: { rejects: readonly Reject[] }): VNode | null {
  if (rejects.length === 0) return null;
  return (
    <>
      <h2>Rejected lines</h2>
      <ul>
        {rejects.map(({ file, line, reason }, place) => (
          <li key={place}>
            {file === undefined ? '' : `${file}, `}line {line}: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
