import { StatementMigration } from '../statement.migration.js';

const scoreWith = (age: string): string =>
  `CREATE OR REPLACE FUNCTION opportunity_score(need integer, reach integer, dated timestamptz, at timestamptz) RETURNS smallint
    LANGUAGE sql IMMUTABLE AS $$
    SELECT (CASE WHEN at - dated > interval '365 days' THEN need / 4 ELSE need END + reach
      + round(${age} * power(0.5::float8, greatest(0, extract(epoch FROM at - dated)) / 86400 / 45)))::smallint
  $$`;

/** The age of a text counts half if nobody can write to its writer. The hourly work `age-scores` stores the scores that change. */
export class HalveAgeOfUnknownWriters1797900800010 extends StatementMigration {
  override readonly forward = [scoreWith('CASE WHEN reach = 0 THEN 15 ELSE 30 END')];
  override readonly backward = [scoreWith('30')];
}
