import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { ImportUpload } from './import-upload.entity.js';
import { ImportUploadsQueries } from './import-uploads.queries.js';
import { ImportUploads } from './import-uploads.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ImportUpload]), EnrichmentModule, PostsModule, ProductsModule, ReviewsModule],
  providers: [ImportUploads, ImportUploadsQueries],
  exports: [ImportUploads],
})
export class ImportUploadsModule {}
