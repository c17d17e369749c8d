import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImportRow } from '#market/imports/imports.service.js';
import type { Reject } from '#platform/files/record.types.js';
import type { DateOrder } from '#platform/files/value.parser.js';

/** What a person chose for the import of a file. */
export interface UploadOptions {
  map?: Record<string, string>;
  set?: Record<string, string>;
  dateOrder?: DateOrder;
  lenient?: boolean;
  address?: string;
}

/** A file that an operator uploaded in the browser. A worker imports it when the operator says so. */
@Entity('import_uploads')
export class ImportUpload {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: ImportRow['kind'];
  @Column('text') fileName!: string;

  /** Null when the file is imported. An upload that waits is deleted after a day. */
  @Column('bytea', { nullable: true }) content!: Buffer | null;
  @Column('jsonb', { default: {} }) options!: UploadOptions;
  @Column('text') startedBy!: string;

  /** `uploaded`: it waits for the operator. The others are those of background work. */
  @Column('text', { default: 'uploaded' }) state!: 'uploaded' | 'queued' | 'running' | 'completed' | 'failed';
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  /** No attempt begins before. */
  @Column('timestamptz', { default: () => 'now()' }) nextAttemptAt!: Date;

  /** The number of the import, when it has begun. */
  @Column('integer', { nullable: true }) importId!: number | null;

  /** The first rejected lines. */
  @Column('jsonb', { default: [] }) rejects!: Reject[];
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
