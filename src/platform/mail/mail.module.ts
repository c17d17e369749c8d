import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mail } from './mail.entity.js';
import { MAILS_QUEUE } from './mail.jobs.js';
import { MailsQueries } from './mails.queries.js';
import { MailsService } from './mails.service.js';

/** Writes mails, for every process. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Mail]), BullModule.registerQueue({ name: MAILS_QUEUE })],
  providers: [MailsService, MailsQueries],
  exports: [MailsService],
})
export class MailModule {}
