import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { DataCopies } from './data-copies.service.js';
import { DataCopy } from './data-copy.entity.js';
import { PersonalDataQueries } from './personal-data.queries.js';
import { PrivacyRequest } from './privacy-request.entity.js';
import { PrivacyRequestsQueries } from './privacy-requests.queries.js';
import { PrivacyRequests } from './privacy-requests.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DataCopy, PrivacyRequest]), TeamsModule],
  providers: [DataCopies, PersonalDataQueries, PrivacyRequests, PrivacyRequestsQueries],
  exports: [DataCopies, PrivacyRequests],
})
export class PersonalDataModule {}
