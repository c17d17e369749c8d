import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { registerQueue } from '#platform/queues/queue.connections.js';
import { Mail } from './mail.entity.js';
import { MAILS_QUEUE } from './mail.jobs.js';
import { MailsQueries } from './mails.queries.js';
import { MailsService } from './mails.service.js';

/** Writes mails, for every process. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Mail]), registerQueue(MAILS_QUEUE)],
  providers: [MailsService, MailsQueries],
  exports: [MailsService],
})
export class MailModule {}
