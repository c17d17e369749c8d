import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { DataCopies } from './data-copies.service.js';
import { DataCopy } from './data-copy.entity.js';
import { PersonalDataQueries } from './personal-data.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([DataCopy]), TeamsModule],
  providers: [DataCopies, PersonalDataQueries],
  exports: [DataCopies],
})
export class PersonalDataModule {}
