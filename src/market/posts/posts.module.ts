import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Post } from './post.entity.js';
import { PostsImporter } from './posts.importer.js';
import { PostsImportQueries } from './posts.import.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([Post])],
  providers: [PostsImporter, PostsImportQueries],
  exports: [PostsImporter],
})
export class PostsModule {}
