import { Module } from '@nestjs/common';
import { MailSender } from './mail.sender.js';
import { MailTransport } from './mail.transport.js';
import { MailsQueries } from './mails.queries.js';

/** Sends mails, in the worker only. */
@Module({ providers: [MailSender, MailTransport, MailsQueries] })
export class MailWorkerModule {}
