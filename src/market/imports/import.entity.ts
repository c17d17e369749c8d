import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The kinds of records that files hold. */
export type ImportKind = 'products' | 'reviews' | 'posts' | 'contacts';

/**
 * `running` also after its process was killed, until a worker goes on with it or finds that nothing is stored any more. `failed`: it
 * stopped early, and the lines before stay. `undoing`: some records are removed, others not yet. `undone`: all are, except those that
 * stay for a reason.
 */
export type ImportState = 'running' | 'completed' | 'failed' | 'undoing' | 'undone';

/** How a file was read. `dates` is the order in 08/01/2026, asked for or decided. */
export interface ReadingOptions {
  map?: Readonly<Record<string, string>>;
  set?: Readonly<Record<string, string>>;
  dates?: string;
  encoding?: string;
  address?: string;
  lenient?: boolean;
}

/** One import of one file. Its counts grow in the transactions that store the lines. */
@Entity('imports')
export class Import {
  /** Counts from 1. */
  @PrimaryColumn('integer') id!: number;
  @Column('text') kind!: ImportKind;
  @Column('text') fileName!: string;

  /** The recognized export, such as `a G2 export`. Null for other files. */
  @Column('text', { nullable: true }) format!: string | null;
  @Column('jsonb', { default: {} }) options!: ReadingOptions;
  @Column('text', { default: 'running' }) state!: ImportState;

  /** The number of processes that have worked on it. Only the last one may write. */
  @Column('integer', { default: 1 }) attempts!: number;
  @Column('integer', { default: 0 }) inserted!: number;
  @Column('integer', { default: 0 }) updated!: number;
  @Column('integer', { default: 0 }) unchanged!: number;
  @Column('integer', { default: 0 }) rejected!: number;

  /** The number of records that an undo has removed. */
  @Column('integer', { default: 0 }) removed!: number;

  /** Why records stay after an undo, with their number. */
  @Column('jsonb', { default: {} }) kept!: Record<string, number>;

  /** Why the import stopped early. */
  @Column('text', { nullable: true }) failure!: string | null;

  /** Who started it: `operator` at the command line, or the name of an operator in the browser. */
  @Column('text') startedBy!: string;
  @Column('timestamptz', { default: () => 'now()' }) startedAt!: Date;

  /** When its last lines were stored or removed. */
  @Column('timestamptz', { default: () => 'now()' }) changedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
