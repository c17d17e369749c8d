import { StatementMigration } from '../statement.migration.js';

const scoreWith = (isHalf: string): string =>
  `CREATE OR REPLACE FUNCTION opportunity_score(need integer, reach integer, dated timestamptz, at timestamptz) RETURNS smallint
    LANGUAGE sql IMMUTABLE AS $$
    SELECT (CASE WHEN at - dated > interval '365 days' THEN need / 4 ELSE need END + reach
      + round(CASE WHEN ${isHalf} THEN 15 ELSE 30 END
              * power(0.5::float8, greatest(0, extract(epoch FROM at - dated)) / 86400 / 45)))::smallint
  $$`;

/** The age of a text counts half if it states no open need. The hourly work `age-scores` stores the scores that change. */
export class HalveAgeWithoutNeed1797901300000 extends StatementMigration {
  override readonly forward = [scoreWith('reach = 0 OR need < 13')];
  override readonly backward = [scoreWith('reach = 0')];
}
