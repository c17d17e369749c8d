import type { z } from 'zod';
import type { AnswerFormat } from './answer.format.js';
import type { DateOrder } from './value.parser.js';

/** Reads a column of one record; undefined if the record has no such column or an empty cell. */
export type ReadColumn = (column: string) => unknown;

/**
 * The source of a field: a column, the first filled one of several, or a function of the record. Columns are compared
 * without case, spaces and punctuation. A name that ends with `*` matches every column that begins so.
 */
export type FieldSource = string | readonly string[] | ((column: ReadColumn) => unknown);

/** The rules by which an export of another tool is recognized and read. */
export interface Preset {
  name: string;
  /** The columns that identify this export. All of them must be present. */
  columns: readonly string[];
  fields: Readonly<Record<string, FieldSource>>;
}

/** The fields that an importer expects of a record. */
export interface RecordLayout<Line> {
  schema: z.ZodType<Line>;
  fields: readonly string[];
  required: readonly string[];
  /** Fields that replace a required one. */
  insteadOf?: Readonly<Record<string, readonly string[]>>;
  ratings?: readonly string[];
  times?: readonly string[];
  lists?: readonly string[];
  presets?: readonly Preset[];
  /** The answers of sources that hold such records. */
  answers?: readonly AnswerFormat[];
  /** Other names of the fields in the header of a CSV file that no preset recognizes. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /**
   * A field that identifies a record. Exports without an identifier get a hash: of the address of the record, if it has one, else of the
   * fields `from`. A date is not among them, because it may be read in another way the next time. `earlier` is a list of
   * hashes that earlier releases may have given the record.
   */
  derivedId?: {
    field: string;
    address: string;
    from: readonly string[];
    earlier: { field: string; from: readonly string[] };
  };
}

/** Options of a mapping: columns and fixed values for fields, and how dates such as 08/01/2026 are written. */
export interface MappingOptions {
  map?: Readonly<Record<string, string>>;
  set?: Readonly<Record<string, string>>;
  dateOrder?: DateOrder;
}
