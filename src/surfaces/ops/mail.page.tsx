import type { VNode } from 'preact';
import type { ListedMail, ShownMail } from '#platform/mail/mails.service.js';
import { OperatorPage, timeOf } from './operator.page.js';

/** The newest mails. */
export function MailsPage({ mails }: { mails: ListedMail[] }): VNode {
  return (
    <OperatorPage title="Mails">
      {mails.length === 0 && <p>There are no mails.</p>}
      <ul>
        {mails.map(({ id, subject, to, status, kind, created_at, failure }) => (
          <li key={id}>
            <a href={`/ops/mail/${id}`}>{subject}</a> to {to}: {status}, {kind}, {timeOf(created_at)} UTC
            {status === 'failed' && <p class="fault">{failure}</p>}
          </li>
        ))}
      </ul>
      <p>Sent mails are deleted after a day, others after a week.</p>
    </OperatorPage>
  );
}

/** One mail as text, with its links. */
export function MailPage({ mail }: { mail: ShownMail }): VNode {
  const { id, to, kind, status, attempts, created_at, sent_at, next_attempt_at, failure } = mail;
  const facts = [
    ['To', to],
    ['Kind', kind],
    ['Status', status],
    ['Attempts', String(attempts)],
    ['Written (UTC)', timeOf(created_at)],
    ['Sent (UTC)', timeOf(sent_at)],
    ['Next attempt (UTC)', timeOf(next_attempt_at)],
    ['Last failure', failure ?? ''],
  ];
  return (
    <OperatorPage title={mail.subject}>
      <dl>{facts.map(([label, value]) => value && [<dt key={label}>{label}</dt>, <dd key={value}>{value}</dd>])}</dl>
      {status === 'failed' && (
        <form method="post" action={`/ops/mail/${id}/retry`}>
          <button type="submit">Send again</button>
        </form>
      )}
      <h2>Text</h2>
      <pre>{mail.text}</pre>
      {mail.links.map((link) => (
        <p key={link}>
          <a href={link}>{link}</a>
        </p>
      ))}
      <p>
        <a href="/ops/mail">All mails</a>
      </p>
    </OperatorPage>
  );
}
