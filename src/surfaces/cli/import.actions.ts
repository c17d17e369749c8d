import { PostsImporter } from '#market/posts/posts.importer.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { type FileImporter, type ImportProgress, type ImportResult } from '#platform/files/file.importer.js';
import { FileUnreadable } from '#platform/files/jsonl.reader.js';
import { PlatformModule } from '#platform/platform.module.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { DetectionProgressService } from '#workspace/opportunities/detection-progress.service.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { CommandFailure } from './command-line.js';
import { inContext } from './command.context.js';
import type { ImportKind } from './import.command.js';

const FEATURES = [ProductsModule, ReviewsModule, PostsModule, EnrichmentModule, OpportunitiesModule];
const IMPORTERS = {
  products: ProductsImporter,
  reviews: ReviewsImporter,
  posts: PostsImporter,
  contacts: ContactsImporter,
};

/** Imports a file. @returns the result of the import, and the number of texts that wait for detection */
export const importFile = (
  kind: ImportKind,
  file: string,
  onProgress: ImportProgress,
): Promise<[ImportResult, number]> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), ...FEATURES],
    async (context) => {
      const importer = context.get<FileImporter<unknown>>(IMPORTERS[kind]);
      const result = await importer.importFile(file, onProgress).catch((error: unknown) => {
        throw error instanceof FileUnreadable ? new CommandFailure(error.message) : error;
      });
      const { waiting } = await context.get(DetectionProgressService).get();
      return [result, waiting];
    },
  );
