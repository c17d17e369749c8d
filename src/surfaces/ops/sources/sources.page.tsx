import type { VNode } from 'preact';
import { intervalOf, RECORDING_WORDS, stateOf, textsOf } from '#market/sources/source.words.js';
import type { SourceView } from '#market/sources/source.views.js';
import { DayBars } from '#platform/pages/day-bars.page.js';
import { OperatorPage, timeOf } from '../operator.page.js';

/** All sources: what they gave, when they are asked next, and why they give nothing. */
export function SourcesPage({ sources, canAsk }: { sources: readonly SourceView[]; canAsk: boolean }): VNode {
  const total = sources.reduce((sum, { new_by_day: days }) => sum + days.reduce((of, each) => of + each, 0), 0);
  return (
    <OperatorPage title="Sources">
      {!canAsk && <p class="warning">Set OPERATOR_CONTACT: without it no source is added or resumed.</p>}
      {sources.length === 0 ? (
        <p>There are no sources. Add one at the command line: qualm source add</p>
      ) : (
        <p class="quiet">
          {sources.length} sources, {total.toLocaleString('en')} new texts in 14 days. Times are in UTC.
        </p>
      )}
      <div class="cards">
        {sources.map((source) => (
          <SourceCard key={source.id} source={source} />
        ))}
      </div>
    </OperatorPage>
  );
}

function SourceCard({ source }: { source: SourceView }): VNode {
  const { id, label, title, kind, failure, what_to_do, failing_since, has_gap_since, new_by_day: days } = source;
  const { word, tone } = stateOf(source);
  const recent = days.reduce((sum, each) => sum + each, 0);
  return (
    <section class="card">
      <h2>
        <a href={`/ops/sources/${id}`} dir="auto">
          {label}
        </a>{' '}
        <span class={`badge ${tone}`}>{word}</span>
      </h2>
      <p class="quiet">
        {title}, {kind}, {intervalOf(source)}
      </p>
      <DayBars days={days} label={`${recent} new in 14 days`} />
      <p>{textsOf(source)}</p>
      {source.is_recording && <p>{RECORDING_WORDS} Resume it to have it fetched.</p>}
      {failure !== null && (
        <p class="fault">
          Since {timeOf(failing_since)}: {failure}. {what_to_do}
        </p>
      )}
      {has_gap_since !== null && <p class="warning">Texts after {timeOf(has_gap_since)} may be missing.</p>}
      <p class="small">
        Last {timeOf(source.last_synced_at) || 'never'}, last new {timeOf(source.last_new_at) || 'never'}
        {source.next_sync_at !== null && `, next ${timeOf(source.next_sync_at)}`}
        {source.is_backfilling && ', reads older texts'}
      </p>
      <SourceActions source={source} />
    </section>
  );
}

/** The buttons for the state of a source. */
export function SourceActions({ source: { id, state } }: { source: SourceView }): VNode {
  const isActive = state === 'active';
  return (
    <div class="actions">
      {isActive && <Act id={id} act="sync" label="Fetch now" />}
      {isActive ? <Act id={id} act="pause" label="Pause" /> : <Act id={id} act="resume" label="Resume" />}
      <a class="button" href={`/ops/sources/${id}/remove`}>
        Remove
      </a>
    </div>
  );
}

function Act({ id, act, label }: { id: string; act: string; label: string }): VNode {
  return (
    <form method="post" action={`/ops/sources/${id}/${act}`}>
      <button type="submit">{label}</button>
    </form>
  );
}
