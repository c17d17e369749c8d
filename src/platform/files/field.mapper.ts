import { createHash } from 'node:crypto';
import type { FieldSource, MappingOptions, Preset, ReadColumn, RecordLayout } from './record.layout.js';
import { AmbiguousDates, type FilePart, FileUnreadable, type SourceRecord, UnknownField } from './record.types.js';
import { dateOrderOf, type DateOrder, parseRating, parseTime } from './value.parser.js';

type Value = Record<string, unknown>;
type Read = (value: Value) => unknown;

const LIST_SEPARATOR = /[;,|]/;
const SHOWN_COLUMNS = 40;

/** All names in the first records: a JSON record may leave out empty fields. */
const columnsOf = (sample: readonly SourceRecord[]): string[] => [
  ...new Set(sample.flatMap(({ value }) => Object.keys(value))),
];

/**
 * Maps the records of one file to the fields of an importer. The first records decide the mapping of the whole file.
 */
export class FieldMapper {
  /** Sentences about the decisions, for the person who imports. */
  readonly notes: string[] = [];
  /** The name of the recognized export. Null for other files. */
  readonly recognized: string | null;
  /** The order of the numbers in dates such as 08/01/2026. Undefined for a file without such dates. */
  readonly dates: DateOrder | undefined;
  /** The columns of the file. */
  readonly columns: readonly string[];
  /** The column that each field is read from first, for fields with a column. */
  readonly mapping: Record<string, string> = {};
  private readonly reads: readonly (readonly [string, Read])[] | null;

  /** @throws FileUnreadable if required fields have no column, with the existing columns */
  constructor(
    private readonly layout: RecordLayout<unknown>,
    part: FilePart,
    sample: readonly SourceRecord[],
    private readonly options: MappingOptions = {},
  ) {
    this.columns = part.columns ?? columnsOf(sample);
    const unknown = Object.keys({ ...options.map, ...options.set }).filter((field) => !layout.fields.includes(field));
    if (unknown.length > 0)
      throw new UnknownField(`There is no field ${unknown.join(', ')}. Fields: ${layout.fields.join(', ')}.`);
    const preset = layout.presets?.find((each) => each.columns.every((column) => this.find(column).length > 0));
    const isNamed = part.format === 'JSON' || part.format === 'JSON Lines';
    const sources = { ...this.sourcesOf(preset, isNamed), ...this.mapped() };
    this.reads = isNamed && !preset && !options.map ? null : this.readsOf(sources);
    this.recognized = part.answer ?? preset?.name ?? null;
    if (this.recognized) this.notes.push(`Recognized as ${this.recognized}.`);
    if (this.reads !== null && sample.length > 0) this.demandRequired(part, isNamed);
    this.dates = this.decideOrder(sample);
    if (part.columns !== null) this.nameUnused(sample[0]?.value ?? {});
  }

  /** The fields of a record, with numbers and times as the importer expects them. */
  map(value: Value): Value {
    const mapped = this.reads === null ? value : this.readAll(value);
    if (this.options.set) Object.assign(mapped, this.options.set);
    const { ratings = [], times = [], lists = [] } = this.layout;
    for (const field of ratings) replace(mapped, field, parseRating);
    for (const field of times)
      replace(mapped, field, (time) => parseTime(time, this.dates ?? 'month first', this.options.dateOrder));
    if (this.reads !== null) for (const field of lists) replace(mapped, field, listOf);
    if (this.reads !== null) this.deriveId(mapped);
    return mapped;
  }

  private readAll(value: Value): Value {
    const mapped: Value = {};
    for (const [field, read] of this.reads ?? []) {
      const found = read(value);
      if (found !== undefined && found !== null && found !== '') mapped[field] = found;
    }
    return mapped;
  }

  private deriveId(mapped: Value): void {
    const { derivedId } = this.layout;
    if (!derivedId || mapped[derivedId.field] !== undefined) return;
    const { field, address, from, earlier } = derivedId;
    const identity = isFilled(mapped[address]) ? [mapped[address]] : from.map((name) => startOf(mapped[name] ?? null));
    mapped[field] = hashOf(identity);
    const times = this.layout.times ?? [];
    const values = earlier.from.map((name) => mapped[name] ?? null);
    // An earlier release may have missed the column of the date.
    const undated = earlier.from.map((name) => (times.includes(name) ? null : (mapped[name] ?? null)));
    mapped[earlier.field] = [hashOf(values), hashOf(undated)];
  }

  /** The sources by preset, then by the names and aliases of the fields. A function of a preset decides alone. */
  private sourcesOf(preset: Preset | undefined, isNamed: boolean): Record<string, FieldSource> {
    return Object.fromEntries(
      this.layout.fields.map((field) => {
        const names = [field, ...(isNamed ? [] : (this.layout.aliases?.[field] ?? []))];
        const source = preset?.fields[field];
        return [field, typeof source === 'function' ? source : [...[source ?? []].flat(), ...names]];
      }),
    );
  }

  /** Names the columns that no field is read from, so that a lost date is seen before it is missed. */
  private nameUnused(first: Value): void {
    // The functions of a preset show what they read when they are called.
    this.readAll(first);
    const unused = this.columns.filter((column) => column !== '' && !this.used.has(column));
    if (this.reads !== null && unused.length > 0) this.notes.push(`Not used: ${this.listOf(unused)}.`);
  }

  private mapped(): Record<string, string> {
    for (const [field, column] of Object.entries(this.options.map ?? {})) {
      if (this.find(column).length === 0 && this.columns.length > 0)
        throw new FileUnreadable(`There is no column "${column}" for ${field}. ${this.listColumns()}`);
    }
    return { ...this.options.map };
  }

  private readsOf(sources: Record<string, FieldSource>): [string, Read][] {
    return Object.entries(sources).flatMap(([field, source]) => {
      if (typeof source === 'function') return [[field, (value: Value) => source(this.readerOf(value))]];
      const keys = [source].flat().flatMap((name) => this.find(name));
      for (const key of keys) this.used.add(key);
      if (keys[0] !== undefined) this.mapping[field] = keys[0];
      return keys.length === 0 ? [] : [[field, (value: Value) => firstFilled(value, keys)]];
    });
  }

  private readerOf(value: Value): ReadColumn {
    return (column) => {
      const keys = this.find(column);
      for (const key of keys) this.used.add(key);
      return firstFilled(value, keys);
    };
  }

  private readonly used = new Set<string>();

  private readonly found = new Map<string, string[]>();

  /** The columns that a name matches. */
  private find(name: string): string[] {
    const known = this.found.get(name);
    if (known) return known;
    const isPrefix = name.endsWith('*');
    const wanted = fold(name);
    const found = this.columns.filter((column) =>
      isPrefix ? fold(column).startsWith(wanted) : column === name || fold(column) === wanted,
    );
    this.found.set(name, found);
    return found;
  }

  private demandRequired(part: FilePart, isNamed: boolean): void {
    const has = new Set([...this.reads!.map(([field]) => field), ...Object.keys(this.options.set ?? {})]);
    const { required, insteadOf = {}, derivedId } = this.layout;
    const isThere = (field: string): boolean => [field, ...(insteadOf[field] ?? [])].some((each) => has.has(each));
    const missing = required.filter((field) => !isThere(field) && field !== derivedId?.field);
    if (missing.length === 0 || isNamed) return;
    throw new FileUnreadable(
      `This looks like ${part.format}, but no column is known as ${missing.join(', ')}. ${this.listColumns()} ` +
        `Use --map FIELD=COLUMN for a column, or --set FIELD=VALUE for the same value in every line, for example ` +
        `--map ${missing[0]}="${this.columns[0] ?? 'Column'}". Fields: ${this.layout.fields.join(', ')}.`,
    );
  }

  private listColumns(): string {
    return `Columns: ${this.listOf(this.columns)}.`;
  }

  private listOf(columns: readonly string[]): string {
    const shown = columns.slice(0, SHOWN_COLUMNS).map((column) => `"${column.slice(0, 100)}"`);
    const rest = columns.length - shown.length;
    return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  }

  private decideOrder(sample: readonly SourceRecord[]): DateOrder | undefined {
    const asked = this.options.dateOrder;
    const seen = { 'day first': 0, 'month first': 0, unknown: 0 };
    for (const { value } of sample) {
      for (const field of this.layout.times ?? []) {
        const said = dateOrderOf(this.reads === null ? value[field] : this.readTime(field, value));
        if (said !== undefined) seen[said]++;
      }
    }
    const isCertain = seen['day first'] + seen['month first'] > 0;
    if (!isCertain && seen.unknown === 0) return asked;
    if (!isCertain && !asked) {
      throw new AmbiguousDates(
        'Dates such as 08/01/2026 can have the day or the month first, and the first lines do not show which. ' +
          'Use --dates day-first or --dates month-first.',
      );
    }
    const decided = asked ?? (seen['day first'] > seen['month first'] ? 'day first' : 'month first');
    const why = asked ? '' : ', as the first lines show';
    this.notes.push(`Dates such as 08/01/2026 are read with the ${decided}${why}. --dates changes that.`);
    return decided;
  }

  private readTime(field: string, value: Value): unknown {
    return this.reads?.find(([name]) => name === field)?.[1](value);
  }
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** An edited text keeps its id if its beginning stays. */
const IDENTIFYING_CHARACTERS = 200;
const startOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.slice(0, IDENTIFYING_CHARACTERS) : value;

const hashOf = (identity: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);

function replace(mapped: Value, field: string, parse: (value: unknown) => unknown): void {
  const value = mapped[field];
  if (value === undefined || value === null) return;
  const parsed = parse(value);
  if (parsed !== value) mapped[field] = parsed;
}

function firstFilled(value: Value, keys: readonly string[]): unknown {
  for (const key of keys) {
    const found = value[key];
    if (found !== undefined && found !== null && found !== '') return found;
  }
  return undefined;
}

const listOf = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split(LIST_SEPARATOR)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : value;

/** Letters and digits only: headers differ in case, spaces and punctuation. */
const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
