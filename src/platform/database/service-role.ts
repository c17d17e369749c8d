import pg from 'pg';

/** Append-only tables: the service may only insert and read rows. */
const APPEND_ONLY = ['credit_entries', 'credit_pool_entries', 'audit_entries'];
const INSUFFICIENT_PRIVILEGE = '42501';

/** The owner may not create the role of the service. The message is for the operator. */
export class ServiceRoleMissing extends Error {
  constructor(role: string) {
    super(
      `The role "${role}" of DATABASE_URL does not exist, and the role of DATABASE_OWNER_URL may not create it: ` +
        `create it with its password (CREATE ROLE ${role} LOGIN PASSWORD '…').`,
    );
  }
}

/**
 * Lets the role of the service only read and write rows. Creates the role with its password if it does not
 * exist. The owner keeps the tables and runs migrations. Does nothing if both URLs have the same role.
 * @throws ServiceRoleMissing
 */
export async function grantServiceRole(owner: pg.ClientBase, ownerUrl: string, serviceUrl: string): Promise<void> {
  const { role, password } = roleOf(serviceUrl);
  if (role === '' || role === roleOf(ownerUrl).role) return;
  const name = pg.escapeIdentifier(role);
  const found = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (found.rowCount === 0) await createRole(owner, role, password);
  const tables = APPEND_ONLY.join(', ');
  const { database, hasSandbox } = await stateOf(owner);
  await owner.query('BEGIN');
  for (const statement of [
    // Databases that were created before PostgreSQL 15 let every role create tables.
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${name}`,
    // Objects of a temporary schema can stand in for tables. The owner of the database keeps the right.
    `REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC, ${name}`,
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`,
    `REVOKE UPDATE, DELETE ON ${tables} FROM ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${name}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${name}`,
    ...(hasSandbox
      ? [
          `GRANT USAGE ON SCHEMA sandbox TO ${name}`,
          `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO ${name}`,
        ]
      : []),
  ]) {
    await owner.query(statement);
  }
  await owner.query('COMMIT');
}

async function stateOf(owner: pg.ClientBase): Promise<{ database: string; hasSandbox: boolean }> {
  const { rows } = await owner.query<{ database: string; hasSandbox: boolean }>(
    `SELECT current_database() AS database, to_regnamespace('sandbox') IS NOT NULL AS "hasSandbox"`,
  );
  return rows[0]!;
}

async function createRole(owner: pg.ClientBase, role: string, password: string): Promise<void> {
  try {
    await owner.query(`CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  } catch (error) {
    throw (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE ? new ServiceRoleMissing(role) : error;
  }
}

function roleOf(url: string): { role: string; password: string } {
  const { username, password } = new URL(url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}
