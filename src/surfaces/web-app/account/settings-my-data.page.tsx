import type { VNode } from 'preact';
import { type DataCopyView, MY_DATA } from '#workspace/personal-data/data-copies.service.js';
import { Form, Time } from '../parts/parts.page.js';

/** The page on which a person asks for all stored data about them. */
export function MyDataPage({ copy, isWeekly }: { copy: DataCopyView | null; isWeekly: boolean | null }): VNode {
  return (
    <>
      {isWeekly !== null && <WeeklyMails isOn={isWeekly} />}
      <section aria-labelledby="copy">
        <h2 id="copy">A copy of your data</h2>
        <p>
          A file with everything that we store about you: your account, teams, logins, assistants, keys, searches,
          mails, spending and what the audit log says about you. One line of JSON for each row, compressed (
          <code>.jsonl.gz</code>
          ).
        </p>
        {copy && <CopyState copy={copy} />}
        <Form action={MY_DATA}>
          <button type="submit">{copy ? 'Ask for a new copy' : 'Ask for a copy'}</button>
          <p class="hint">We send you a mail when the file is ready. A new copy replaces the last one.</p>
        </Form>
      </section>
    </>
  );
}

/** Whether the person gets the weekly digest of the team. */
function WeeklyMails({ isOn }: { isOn: boolean }): VNode {
  return (
    <section aria-labelledby="weekly">
      <h2 id="weekly">Weekly digest</h2>
      <p>
        A mail on Mondays with what rose and fell, and new people, for the products that this team follows. If nothing
        is new, there is no mail.
      </p>
      <Form action={`${MY_DATA}/weekly`} className="inline">
        <input type="hidden" name="weekly" value={isOn ? 'off' : 'on'} />
        <button type="submit">{isOn ? 'Turn off' : 'Turn on'}</button>
      </Form>
    </section>
  );
}

function CopyState({ copy: { id, requestedAt, until, hasFailed } }: { copy: DataCopyView }): VNode {
  if (hasFailed) {
    return (
      <p class="fault" role="status">
        The copy that you asked for on <Time at={requestedAt} minutes /> could not be made. Ask for a new one.
      </p>
    );
  }
  if (!until) {
    return (
      <p role="status">
        The copy that you asked for on <Time at={requestedAt} minutes /> is being made.
      </p>
    );
  }
  return (
    <p>
      <a href={`${MY_DATA}/${id}`} download>
        Download my data
      </a>
      , as of <Time at={requestedAt} minutes />. The link works for your account until <Time at={until} minutes />.
    </p>
  );
}
