import { CONNECTORS, connectorOf } from './connectors/catalog.js';
import type { Connector, Settings } from './connectors/connector.js';
import { type FailureKind, WHAT_TO_DO } from './source.failures.js';
import type { SourceState } from './source.entity.js';
import type { ListedSource } from './sources.queries.js';

/** A setting of a connector. */
export interface SettingView {
  name: string;
  label: string;
  hint: string;
  example: string;
  is_required: boolean;
}

/** A kind of source, with what it needs and what its terms allow. */
export interface ConnectorView {
  name: string;
  title: string;
  kind: 'reviews' | 'posts';
  settings: SettingView[];
  credential: 'none' | 'optional' | 'required';
  default_interval_seconds: number;
  terms: string;
  terms_url: string;
  attribution: string | null;
  /** Whether writers of its texts may be contacted. */
  is_contactable: boolean;
  /** Whether texts that are deleted there are found and deleted here. */
  finds_deletions: boolean;
}

/** A kind of source that is fetched, with the number of its places. */
export type FetchedKind = ConnectorView & { places: number };

/** A source, for people. */
export interface SourceView {
  id: string;
  connector: string;
  title: string;
  label: string;
  kind: 'reviews' | 'posts';
  page_url: string;
  settings: Settings;
  state: SourceState;
  interval_seconds: number;
  next_sync_at: Date | null;
  last_synced_at: Date | null;
  last_new_at: Date | null;
  /** Texts between this time and the next fetch may be missing. */
  has_gap_since: Date | null;
  failure: string | null;
  failure_kind: FailureKind | null;
  failing_since: Date | null;
  failures: number;
  what_to_do: string | null;
  texts: number;
  rejects: number;
  /** New texts of the last 14 days, the last number is today's. */
  new_by_day: number[];
  is_backfilling: boolean;
  /** Its texts are a recording that came with the sample, and nothing was fetched. */
  is_recording: boolean;
}

/** A source with its label and settings. */
export type NamedSource = Pick<SourceView, 'id' | 'connector' | 'label' | 'settings'>;

/** All connectors, for people. */
export const connectorViews = (): ConnectorView[] => CONNECTORS.map(viewOf);

const viewOf = (connector: Connector): ConnectorView => ({
  name: connector.name,
  title: connector.title,
  kind: connector.kind,
  settings: connector.fields.map(({ name, label, hint, example, isRequired }) => ({
    ...{ name, label, hint, example },
    is_required: isRequired,
  })),
  credential: connector.credential,
  default_interval_seconds: connector.defaultSeconds,
  terms: connector.terms.words,
  terms_url: connector.terms.url,
  attribution: connector.terms.attribution,
  is_contactable: connector.terms.isContactable,
  finds_deletions: connector.recheck !== undefined,
});

/**
 * A source with the settings that one of its teams gave. Null leaves only the settings that identify the place, without what other teams
 * named, such as the product.
 */
export function namedSource<Named extends NamedSource>(source: Named, named: Settings | null): Named {
  const connector = connectorOf(source);
  const ofPlace = Object.entries(source.settings).filter(([name]) => connector.identity.includes(name));
  const settings = named ?? Object.fromEntries(ofPlace);
  return { ...source, settings, label: connector.labelOf(settings) };
}

/** A stored source, for people. */
export function sourceView(row: ListedSource): SourceView {
  const connector = connectorOf(row);
  const isAsked = row.state === 'active';
  return {
    ...{ id: row.id, connector: row.connector, title: connector.title, label: row.label, kind: connector.kind },
    ...{ page_url: connector.pageOf(row.settings), settings: row.settings, state: row.state },
    interval_seconds: row.interval_seconds,
    // A failing or waiting source is looked at before its next fetch is due, or after.
    next_sync_at: isAsked ? (row.next_sync_at > row.next_attempt_at ? row.next_sync_at : row.next_attempt_at) : null,
    ...{ last_synced_at: row.last_synced_at, last_new_at: row.last_new_at, has_gap_since: row.has_gap_since },
    ...{
      failure: row.failure,
      failure_kind: row.failure_kind,
      failing_since: row.failing_since,
      failures: row.failures,
    },
    what_to_do: row.failure_kind && WHAT_TO_DO[row.failure_kind],
    ...{ texts: row.texts, rejects: row.rejects, new_by_day: row.new_by_day },
    ...{ is_backfilling: row.backfill !== null, is_recording: row.is_recording },
  };
}
