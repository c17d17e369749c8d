import { domainToASCII } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of email addresses whose domain is not in ASCII. */
const OTHERS = `SELECT DISTINCT key FROM (
    SELECT key FROM suppressions
    UNION ALL SELECT key FROM team_suppressions
    UNION ALL SELECT email_key FROM contacts
    UNION ALL SELECT unnest(identity_keys) FROM unlocks
    UNION ALL SELECT unnest(identity_keys) FROM enrichment_answers
  ) AS stored WHERE key ~ '^email:[^@]+@[^/?#%]+$' AND key ~ '@.*[^\\x01-\\x7f]'`;

/** They give a key another spelling. One that is there already stays. */
const RESPELL = [
  `INSERT INTO suppressions (key, created_at) SELECT $2, created_at FROM suppressions WHERE key = $1 ON CONFLICT DO NOTHING`,
  `DELETE FROM suppressions WHERE $2 <> $1 AND key = $1`,
  `UPDATE team_suppressions AS listed SET key = $2 WHERE key = $1
     AND NOT EXISTS (SELECT FROM team_suppressions AS other WHERE other.team_id = listed.team_id AND other.key = $2)`,
  `DELETE FROM team_suppressions WHERE $2 <> $1 AND key = $1`,
  `UPDATE contacts SET email_key = $2 WHERE email_key = $1`,
  `UPDATE unlocks SET identity_keys = array_replace(identity_keys, $1, $2) WHERE identity_keys && ARRAY[$1]`,
  `UPDATE enrichment_answers SET identity_keys = array_replace(identity_keys, $1, $2) WHERE $1 = ANY(identity_keys)`,
];

/** An address in an international domain had two keys, so that a suppression of one did not hold for the other. */
export class SpellDomainsOfAddresses1797901500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { key } of (await runner.query(OTHERS)) as { key: string }[]) {
      const [local = '', domain = ''] = key.split('@');
      const ascii = domainToASCII(domain);
      if (!ascii) continue;
      for (const statement of RESPELL) await runner.query(statement, [key, `${local}@${ascii}`]);
    }
  }

  /** The release before knows both spellings. */
  async down(): Promise<void> {}
}
