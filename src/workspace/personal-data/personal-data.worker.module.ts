import { Module } from '@nestjs/common';
import { DataCopyMaker } from './data-copy.maker.js';
import { PersonalDataModule } from './personal-data.module.js';
import { PersonalDataQueries } from './personal-data.queries.js';

/** Makes copies of the data of people, in the worker only. */
@Module({ imports: [PersonalDataModule], providers: [DataCopyMaker, PersonalDataQueries] })
export class PersonalDataWorkerModule {}
