/**
 * The UPDATE that gives records of earlier releases the ids that they would get now. Its value is a JSON array of lines with
 * `external_id` and, where the id was made up, `earlier_ids`. Two records with earlier ids of one line: the first keeps its row.
 * @param table the table of the records
 * @param place the column that is unique together with `external_id`
 */
export const earlierIdsStatement = (table: string, place: string): string => `
  UPDATE ${table} known SET external_id = found.external_id
  FROM (
    SELECT DISTINCT ON (line.${place}, line.external_id) stored.id, line.external_id
    FROM jsonb_to_recordset($1) AS line (${place} text, external_id text, earlier_ids text[])
    JOIN ${table} stored ON stored.${place} = line.${place} AND stored.external_id = ANY(line.earlier_ids)
    WHERE NOT EXISTS (SELECT FROM ${table} WHERE ${place} = line.${place} AND external_id = line.external_id)
    ORDER BY line.${place}, line.external_id, stored.id
  ) found
  WHERE known.id = found.id`;
