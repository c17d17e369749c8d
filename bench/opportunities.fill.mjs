import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';

/**
 * Opportunities of one product, each with a person in the contact directory. `importContacts` imports a file, which is
 * written to `folder`. @returns their ids
 */
export async function addOpportunities(client, count, folder, importContacts) {
  const product = uuidv7();
  const ids = Array.from({ length: count }, () => uuidv7());
  const pains = { summary: '', items: [], buying_signals: [], competitors_mentioned: [], reason: '' };
  await client.query(`INSERT INTO products (id, name, review_count) VALUES ($1, 'Measured', 0)`, [product]);
  await client.query(
    `INSERT INTO reviews (id, product_id, platform, external_id, text, rating, published_at, reviewer_name, reviewer_company)
     SELECT id, $2, 'bench', id::text, 'Exports fail every single week.', 2, now(), 'Jane Doe', 'Company ' || id
     FROM unnest($1::uuid[]) AS id`,
    [ids, product],
  );
  await client.query(
    `INSERT INTO opportunities (id, source, review_id, product_id, frustration_tier, sentiment, has_buying_signal, pain_points,
                                rating, search_text, engine)
     SELECT id, 'review', id, $2, 'high', 'negative', false, $3, 2, '', 'bench' FROM unnest($1::uuid[]) AS id`,
    [ids, product, pains],
  );
  const file = join(folder, 'contacts.jsonl');
  const lineOf = (id) => JSON.stringify({ name: 'Jane Doe', company: `Company ${id}`, email: `jane@${id}.example` });
  await writeFile(file, ids.map(lineOf).join('\n'));
  await importContacts(file);
  return ids;
}
