import type { VNode } from 'preact';
import type { BackupStanding } from '#platform/backups/backups.service.js';
import type { SourceView } from '#market/sources/source.views.js';
import { counted } from '#platform/text/counted.text.js';
import { numberCells, OperatorPage, OperatorTable, timeOf } from '../operator.page.js';
import type { FailedRuns, MovedCredits } from './overview.queries.js';

export interface QueueState {
  name: string;
  workers: number;
  waiting: number;
  active: number;
  failed: number;
  /** The age of the oldest waiting job. */
  oldestSeconds: number;
}

interface OverviewProps {
  /** Null while Redis does not answer. */
  queues: readonly QueueState[] | null;
  credits: readonly MovedCredits[];
  failedRuns: readonly FailedRuns[];
  mails: Record<string, number>;
  textsWaiting: number;
  failedEvents: number;
  openRequests: number;
  peopleWaiting: number;
  sources: readonly SourceView[];
  /** Null without a schedule. */
  backups: BackupStanding | null;
}

/** What needs an operator comes first, then the work and the credits of the last day. */
export function OverviewPage(state: OverviewProps): VNode {
  const { queues, credits, failedRuns } = state;
  const needs = needsOf(state);
  const busy = queues?.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
  return (
    <OperatorPage title="Overview">
      <h2>What needs you</h2>
      {needs.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <ul>
          {needs.map(({ words, href }) => (
            <li key={words}>{href === undefined ? words : <a href={href}>{words}</a>}</li>
          ))}
        </ul>
      )}
      <h2>Credits of the last 24 hours</h2>
      {credits.length === 0 ? <p>No credits moved.</p> : <CreditTable credits={credits} />}
      <h2>Failed runs of the last 24 hours</h2>
      {failedRuns.length === 0 ? <p>No run failed.</p> : <RunTable runs={failedRuns} />}
      <h2>Backups</h2>
      <p>{backupWords(state.backups)}</p>
      <h2>Queues</h2>
      <p class="quiet">
        {state.textsWaiting > 0 && `${counted(state.textsWaiting, 'text')} not read for opportunities yet. `}
        {busy?.length === 0 && 'No job waits.'}
      </p>
      {busy !== undefined && busy.length > 0 && <QueueTable queues={busy} />}
    </OperatorPage>
  );
}

function backupWords(backups: BackupStanding | null): string {
  if (backups === null) return 'There is no schedule: set BACKUP_SCHEDULE, or run qualm backup.';
  if (backups.complete === null) return 'No backup is complete yet.';
  const { file, rows, bytes, finished_at } = backups.complete;
  const size = `${rows?.toLocaleString('en')} rows, ${bytes?.toLocaleString('en')} bytes`;
  return `${file}, finished ${timeOf(finished_at)} UTC: ${size}.`;
}

const STOPPED = 'No worker runs: reports, mails and events wait';

const namesOf = (queues: readonly QueueState[]): string => queues.map(({ name }) => name).join(', ');

interface Need {
  words: string;
  href?: string;
}

function needsOf({
  queues,
  mails,
  failedEvents,
  openRequests,
  peopleWaiting,
  sources,
  backups,
}: OverviewProps): Need[] {
  const troubled = sources.filter(({ failure_kind: kind, state }) => kind !== null && state !== 'paused').length;
  const idle = (queues ?? []).filter(({ workers }) => workers === 0);
  const isStopped = idle.length === queues?.length;
  const needs: (Need | false)[] = [
    queues === null && { words: 'Redis does not answer: work waits, and limits are counted by each process alone' },
    idle.length > 0 && { words: isStopped ? STOPPED : `No worker serves ${namesOf(idle)}: their work waits` },
    openRequests > 0 && { words: `${counted(openRequests, 'team')} asked for a plan`, href: '/ops/plans' },
    peopleWaiting > 0 && {
      words: `${counted(peopleWaiting, 'request')} of people to be erased`,
      href: '/ops/people',
    },
    failedEvents > 0 && { words: `${counted(failedEvents, 'event')} failed for good`, href: '/ops/events' },
    (mails.failed ?? 0) > 0 && { words: `${counted(mails.failed ?? 0, 'mail')} could not be sent`, href: '/ops/mail' },
    (mails.kept ?? 0) > 0 && { words: `${counted(mails.kept ?? 0, 'mail')} to pass on by hand`, href: '/ops/mail' },
    backups?.latest?.state === 'failed' && {
      words: `The backup of ${timeOf(backups.latest.due_at)} failed: ${backups.latest.failure}`,
    },
    troubled > 0 && { words: `${counted(troubled, 'source')} with a failure`, href: '/ops/sources' },
  ];
  return needs.filter((need) => need !== false);
}

const CreditTable = ({ credits }: { credits: readonly MovedCredits[] }): VNode => (
  <OperatorTable columns={['Kind', 'Entries', 'Credits']} numbersFrom={1}>
    {credits.map(({ kind, entries, credits: moved }) => (
      <tr key={kind}>
        <td>{kind}</td>
        {numberCells([entries, moved])}
      </tr>
    ))}
  </OperatorTable>
);

const RunTable = ({ runs }: { runs: readonly FailedRuns[] }): VNode => (
  <OperatorTable columns={['Work', 'Reason', 'Runs']} numbersFrom={2}>
    {runs.map(({ kind, reason, runs: count }) => (
      <tr key={`${kind} ${reason}`}>
        <td>{kind}</td>
        <td>{reason}</td>
        {numberCells([count])}
      </tr>
    ))}
  </OperatorTable>
);

const QueueTable = ({ queues }: { queues: readonly QueueState[] }): VNode => (
  <OperatorTable columns={['Queue', 'Workers', 'Waiting', 'Oldest (s)', 'Active', 'Failed']} numbersFrom={1}>
    {queues.map(({ name, workers, waiting, oldestSeconds, active, failed }) => (
      <tr key={name}>
        <td>{name}</td>
        {numberCells([workers, waiting, oldestSeconds, active, failed])}
      </tr>
    ))}
  </OperatorTable>
);
