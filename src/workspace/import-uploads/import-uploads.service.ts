import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import type { FileImporter, FilePeek, ImportOptions } from '#platform/files/file.importer.js';
import { FileUnreadable } from '#platform/files/record.types.js';
import { DueWork, notifiedWork } from '#platform/queues/due-work.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import type { UploadOptions } from './import-upload.entity.js';
import { ImportUploadsQueries, type UploadRow } from './import-uploads.queries.js';

export type { UploadOptions, UploadRow };

/** The work that imports uploaded files. */
export const IMPORT_UPLOADS = notifiedWork('import-uploads');

/** The largest file that is uploaded. Larger ones are imported at the command line. */
export const MAX_UPLOAD_BYTES = 33_554_432;

/** The kinds of records, with their importers. */
export type UploadKind = UploadRow['kind'];

/** Files that operators upload, look at, and import. */
@Injectable()
export class ImportUploads {
  private readonly importers: Record<UploadKind, FileImporter<unknown>>;

  constructor(
    private readonly database: Database,
    private readonly queries: ImportUploadsQueries,
    private readonly dueWork: DueWork,
    products: ProductsImporter,
    reviews: ReviewsImporter,
    posts: PostsImporter,
    contacts: ContactsImporter,
  ) {
    this.importers = { products, reviews, posts, contacts };
  }

  /** Keeps a file for a day. @returns its id */
  async add(upload: { kind: UploadKind; fileName: string; content: Buffer; startedBy: string }): Promise<string> {
    const id = uuidv7();
    await this.queries.insert({ id, ...upload });
    return id;
  }

  /** @throws 404 */
  async get(id: string): Promise<UploadRow> {
    const found = await this.queries.find(id);
    if (!found) throw notFound('There is no such file: files are kept for a day');
    return found;
  }

  /** The upload that became an import, if it was one. */
  findByImport(importId: number): Promise<UploadRow | null> {
    return this.queries.findByImport(importId);
  }

  /** How the first lines of a file would be read. @throws 404 */
  async peek(id: string, options: UploadOptions): Promise<FilePeek> {
    const { kind } = await this.get(id);
    return this.withFile(id, async (path) => {
      const peek = await this.importers[kind].peekFile(path, options);
      return { ...peek, fault: peek.fault && withoutPath(peek.fault, path) };
    });
  }

  /** Hands a file to a worker, which imports it. @throws 404; 400 if it was before, or is gone */
  async start(id: string, options: UploadOptions): Promise<void> {
    await this.get(id);
    await this.database.transaction(async () => {
      if (!(await this.queries.enqueue(id, options))) throw invalidRequest('This file is imported already');
      await this.database.afterCommit(() => this.dueWork.notify(IMPORT_UPLOADS));
    });
  }

  /** Imports a file. @throws FileUnreadable */
  async import(id: string, options: ImportOptions): Promise<void> {
    const { kind, file_name: fileName } = await this.get(id);
    await this.withFile(id, async (path) => {
      try {
        const { rejects } = await this.importers[kind].importFile(path, { ...options, fileName });
        await this.queries.setRejects(id, rejects);
      } catch (error) {
        throw error instanceof FileUnreadable
          ? new FileUnreadable(withoutPath(error.message, path), { cause: error })
          : error;
      }
    });
  }

  private async withFile<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    const content = await this.queries.contentOf(id);
    if (!content) throw notFound('The file is gone: files are kept for a day, or until they are imported');
    const folder = await mkdtemp(join(tmpdir(), 'qualm-upload-'));
    try {
      const path = join(folder, 'file');
      await writeFile(path, content);
      return await work(path);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

/** The message about a file, whose path means nothing to the person. */
const withoutPath = (message: string, path: string): string =>
  message.replace(`${path}: `, '').replaceAll(path, 'The file');
