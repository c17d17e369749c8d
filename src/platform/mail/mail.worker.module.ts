import { Module } from '@nestjs/common';
import { MailProcessor } from './mail.processor.js';
import { MailSender } from './mail.sender.js';
import { MailTransport } from './mail.transport.js';
import { MailsQueries } from './mails.queries.js';

/** Sends mails, in the worker only. */
@Module({ providers: [MailProcessor, MailSender, MailTransport, MailsQueries] })
export class MailWorkerModule {}
