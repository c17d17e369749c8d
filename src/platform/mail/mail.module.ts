import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mail } from './mail.entity.js';
import { MailsQueries } from './mails.queries.js';
import { MailsService } from './mails.service.js';

/** Writes mails, for every process. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Mail])],
  providers: [MailsService, MailsQueries],
  exports: [MailsService],
})
export class MailModule {}
