import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ErasedPeopleQueries } from './erased-people.queries.js';
import { ErasedPeople } from './erased-people.service.js';
import { ErasedPerson } from './erased-person.entity.js';
import { WrittenTextsQueries } from './written-texts.queries.js';
import { WrittenTexts } from './written-texts.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ErasedPerson])],
  providers: [ErasedPeople, ErasedPeopleQueries, WrittenTexts, WrittenTextsQueries],
  exports: [ErasedPeople, WrittenTexts],
})
export class WritersModule {}
