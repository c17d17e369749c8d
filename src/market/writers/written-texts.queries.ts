import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { EMPTIED, type WrittenColumns, type WrittenText } from './written-texts.types.js';

/**
 * The accents, spaces and punctuation of a name, once accented letters are split (NFKD): a regular expression for both PostgreSQL and
 * JavaScript.
 */
export const NAME_NOISE = String.raw`[\s!-/:-@[-\x60{-~\u00a0-\u00bf\u0300-\u036f\u2000-\u206f\u3000-\u303f]+`;

/** SQL of a name without them, in lower case. */
const plainName = (column: string): string =>
  `lower(regexp_replace(normalize(${column}, NFKD), '${NAME_NOISE}', '', 'g'))`;

/** SQL of texts and the people who wrote them. Methods expect an open transaction. */
@Injectable()
export class WrittenTextsQueries {
  constructor(private readonly database: Database) {}

  /** Texts that one of these people may have written, by plain name or by a part of the profile in lower case, and the texts of these ids. */
  findCandidates(
    { table, place, name, company, companyWebsite, profileUrl }: WrittenColumns,
    { names, profiles, ids }: { names: readonly string[]; profiles: readonly string[]; ids: readonly string[] },
  ): Promise<WrittenText[]> {
    return this.database.query<WrittenText>(
      `SELECT id, ${name} AS name, ${company} AS company, ${companyWebsite} AS "companyWebsite", ${profileUrl} AS "profileUrl",
              concat('text:', ${place}, '/', external_id) AS text
       FROM ${table} WHERE id = ANY($1) OR ${plainName(name)} = ANY($2)
         OR EXISTS (SELECT FROM unnest($3::text[]) AS path WHERE strpos(lower(${profileUrl}), path) > 0)`,
      [ids, names, profiles],
    );
  }

  /** The texts of writers with this name, in any case, and if it is given with this part in their company. */
  findNamed(
    { table, place, name, company, companyWebsite, profileUrl }: WrittenColumns,
    wanted: { name: string; company: string | null },
  ): Promise<WrittenText[]> {
    return this.database.query<WrittenText>(
      `SELECT id, ${name} AS name, ${company} AS company, ${companyWebsite} AS "companyWebsite", ${profileUrl} AS "profileUrl",
              concat('text:', ${place}, '/', external_id) AS text
       FROM ${table} WHERE lower(${name}) = lower($1) AND ($2::text IS NULL OR strpos(lower(${company}), lower($2)) > 0) ORDER BY id`,
      [wanted.name, wanted.company],
    );
  }

  /** The texts of these rows, locked. */
  async read({ table, texts }: WrittenColumns, ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const rows = await this.database.query<{ id: string } & Record<string, string>>(
      `SELECT id, ${texts.join(', ')} FROM ${table} WHERE id = ANY($1) ORDER BY id FOR UPDATE`,
      [ids],
    );
    return new Map(rows.map(({ id, ...own }) => [id, own]));
  }

  /** Empties the columns about the writers, and replaces the texts, as a new version. */
  async erase(columns: WrittenColumns, texts: ReadonlyMap<string, Record<string, string | null>>): Promise<void> {
    const { table, name, company, companyWebsite, profileUrl, others, sets } = columns;
    const emptied = [name, company, companyWebsite, profileUrl, ...others].map((column) => `${column} = NULL`);
    const replaced = columns.texts.map((column) => `${column} = masked.${column}`);
    const set = [...emptied, ...replaced, 'version = version + 1', ...(sets === undefined ? [] : [sets])];
    await this.database.execute(
      `UPDATE ${table} SET ${set.join(', ')}
       FROM jsonb_to_recordset($1) AS masked (id uuid, ${columns.texts.map((column) => `${column} text`).join(', ')})
       WHERE ${table}.id = masked.id`,
      [JSON.stringify([...texts].map(([id, own]) => ({ id, ...own })))],
    );
  }

  /** Leaves rows without the words of their writers, and without the writers. */
  async empty(
    { table, name, company, companyWebsite, profileUrl, others, sets, texts }: WrittenColumns,
    ids: readonly string[],
  ): Promise<void> {
    const nulls = [
      name,
      company,
      companyWebsite,
      profileUrl,
      ...others,
      ...texts.filter((column) => column !== 'text'),
    ];
    const set = [
      ...nulls.map((column) => `${column} = NULL`),
      'text = $2',
      'version = version + 1',
      ...(sets === undefined ? [] : [sets]),
    ];
    await this.database.execute(`UPDATE ${table} SET ${set.join(', ')} WHERE id = ANY($1)`, [ids, EMPTIED]);
  }
}
