import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ErasedPeopleQueries } from './erased-people.queries.js';
import { ErasedPeople } from './erased-people.service.js';
import { ErasedPerson } from './erased-person.entity.js';
import { ErasedText } from './erased-text.entity.js';
import { ErasedTextsQueries } from './erased-texts.queries.js';
import { ErasedTexts } from './erased-texts.service.js';
import { WrittenTextsQueries } from './written-texts.queries.js';
import { WrittenTexts } from './written-texts.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ErasedPerson, ErasedText])],
  providers: [ErasedPeople, ErasedPeopleQueries, ErasedTexts, ErasedTextsQueries, WrittenTexts, WrittenTextsQueries],
  exports: [ErasedPeople, ErasedTexts, WrittenTexts],
})
export class WritersModule {}
