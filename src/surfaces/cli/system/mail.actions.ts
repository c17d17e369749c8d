import type { Env } from '#config/env.js';
import { type ListedMail, MailsService, type ShownMail } from '#platform/mail/mails.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env)];

/** The newest mails, with their links. @throws 403 without an encryption key */
export const listMails = (limit: number): Promise<ListedMail[]> =>
  inContext(modules, (context) => context.get(MailsService).list(limit));

/** Has a failed mail sent again. @throws 404 */
export const retryMail = (id: string): Promise<void> =>
  inContext(modules, (context) => context.get(MailsService).retry(id));

/** One mail with its body. @throws 404, 403 */
export const showMail = (id: string): Promise<ShownMail> =>
  inContext(modules, (context) => context.get(MailsService).get(id));
