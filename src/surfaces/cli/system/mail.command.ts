import type { Command } from 'commander';
import { parse, print } from '../command-line.js';

const actions = () => import('./mail.actions.js');
const LISTED = 50;

/** Registers `mail list`, `mail show` and `mail retry`. */
export function registerMail(program: Command): void {
  const mail = program.command('mail').description('mails to people. Their links are secrets');
  const list = mail.command('list').description('list mails, the newest first');
  list.option('--limit <number>', 'at most this number of mails', parse.wholeNumber(1), LISTED);
  list.action(async ({ limit }: { limit: number }) => {
    const mails = await (await actions()).listMails(limit);
    const lines = mails.map(
      ({ id, created_at, status, kind, to }) => `${id}  ${created_at.toISOString()}  ${status}  ${kind} to ${to}`,
    );
    print(list, { mails }, mails.length === 0 ? ['There are no mails.'] : lines);
  });
  const retry = mail.command('retry').description('send a failed mail again').argument('<mail>', 'id', parse.id);
  retry.action(async (id: string) => {
    await (await actions()).retryMail(id);
    print(retry, { mail_id: id, status: 'queued' }, ['queued']);
  });
  const show = mail.command('show').description('show a mail with its text').argument('<mail>', 'id', parse.id);
  show.action(async (id: string) => {
    const { text, ...shown } = await (await actions()).showMail(id);
    const { to, subject, status, attempts, failure } = shown;
    print(show, { ...shown, text }, [
      `To:       ${to}`,
      `Subject:  ${subject}`,
      `Status:   ${status}, ${attempts} attempts${failure ? `: ${failure}` : ''}`,
      '',
      text.trimEnd(),
    ]);
  });
}
