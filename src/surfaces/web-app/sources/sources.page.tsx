import type { VNode } from 'preact';
import { intervalOf, RECORDING_WORDS, stateOf, textsOf } from '#market/sources/source.words.js';
import { DayBars } from '#platform/pages/day-bars.page.js';
import type { SourceConnector, TrackedSource } from '#workspace/tracking/tracking.operations.js';
import { Badge, Form, IfMay, Time } from '../parts/parts.page.js';

export const SOURCES = '/app/sources';

interface SourcesView {
  sources: readonly TrackedSource[];
  connectors: readonly SourceConnector[];
  use: { used: number; limit: number };
}

/** The places that are fetched for a team, and the kinds that it can add. */
export function SourcesPage({ sources, connectors, use }: SourcesView): VNode {
  const recent = sources.flatMap(({ new_by_day: days }) => days).reduce((sum, each) => sum + each, 0);
  const canFetch = connectors.some((each) => each.is_available);
  return (
    <>
      <h1>Sources</h1>
      <p class="quiet">
        {sources.length === 0
          ? 'Qualm fetches reviews and posts from public sites for your team.'
          : `${sources.length} of ${use.limit.toLocaleString('en')} sources, ${recent.toLocaleString('en')} new texts in 14 days.`}
      </p>
      <ul class="cards">
        {sources.map((source) => (
          <li class="card" key={source.id}>
            <SourceCard source={source} canFetch={canFetch} />
          </li>
        ))}
      </ul>
      <IfMay right="write">
        <h2>Add a source</h2>
        {use.limit === 0 && <p>Your plan does not include sources. A larger plan does: see Settings, Plan.</p>}
        {!canFetch && <p>The operator of this service has not enabled sources.</p>}
        {use.limit > 0 && (
          <ul>
            {connectors
              .filter((each) => each.is_available)
              .map(({ name, title, kind }) => (
                <li key={name}>
                  <a href={`${SOURCES}/add/${name}`}>{title}</a>: {kind}
                </li>
              ))}
          </ul>
        )}
      </IfMay>
    </>
  );
}

function SourceCard({ source, canFetch }: { source: TrackedSource; canFetch: boolean }): VNode {
  const { id, label, title, kind, page_url, failure, what_to_do, failing_since, has_gap_since } = source;
  const { word, tone } = stateOf(source);
  const start = `${SOURCES}/add/${source.connector}?${new URLSearchParams(source.settings)}`;
  const recent = source.new_by_day.reduce((sum, each) => sum + each, 0);
  return (
    <>
      <h2 class="title">
        <a href={page_url} rel="noreferrer" dir="auto">
          {label}
        </a>{' '}
        {tone === '' ? <Badge>{word}</Badge> : <Badge tone={tone}>{word}</Badge>}
      </h2>
      <p class="quiet">
        {title}, {kind}, {intervalOf(source)}
      </p>
      <DayBars days={source.new_by_day} label={`${recent} new in 14 days`} />
      <p>{textsOf(source)}</p>
      {source.is_recording && (
        <p>
          {RECORDING_WORDS}{' '}
          {canFetch && (
            <IfMay right="write">
              <a href={start}>Preview again</a>
            </IfMay>
          )}
        </p>
      )}
      {failure !== null && (
        <p class="fault">
          Since <Time at={failing_since} minutes />: {failure}. {what_to_do}
        </p>
      )}
      {has_gap_since !== null && (
        <p class="warning">
          Texts after <Time at={has_gap_since} minutes /> may be missing.
        </p>
      )}
      <LastFetch source={source} />
      <IfMay right="write">
        <Form action={`${SOURCES}/${id}/remove`} className="inline">
          <button type="submit" aria-label={`Remove ${label}`}>
            Remove
          </button>
        </Form>
      </IfMay>
    </>
  );
}

/** When a source was fetched last, and when it will be next. */
function LastFetch({ source: { last_synced_at: last, next_sync_at: next } }: { source: TrackedSource }): VNode {
  return (
    <p class="small">
      {last === null ? (
        'Not fetched yet'
      ) : (
        <>
          Last <Time at={last} minutes />
        </>
      )}
      {next !== null && (
        <>
          , next <Time at={next} minutes />
        </>
      )}
    </p>
  );
}
