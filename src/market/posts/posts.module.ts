import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportsModule } from '#market/imports/imports.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { Post } from './post.entity.js';
import { PostsErasure } from './posts.erasure.js';
import { PostsImporter } from './posts.importer.js';
import { PostsImportQueries } from './posts.import.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([Post]), ImportsModule, WritersModule],
  providers: [PostsErasure, PostsImporter, PostsImportQueries],
  exports: [PostsErasure, PostsImporter],
})
export class PostsModule {}
