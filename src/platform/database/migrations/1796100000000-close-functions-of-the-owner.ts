import type { MigrationInterface, QueryRunner } from 'typeorm';

/** They run with the rights of the owner, or inside such a function, and name tables of `public` without the schema. */
const ON_PUBLIC = [
  'purge_audit_entries()',
  'purge_audit_entries_of(uuid[])',
  'forget_audited_person(uuid, text)',
  'keep_audit_entry()',
];
const FOR_ALL = `GRANT USAGE ON SCHEMA sandbox TO PUBLIC;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO PUBLIC;`;
const FOR_BUILDERS = `FOR each IN
    SELECT DISTINCT grantee::regrole AS role FROM pg_proc, aclexplode(proacl)
    WHERE pg_proc.oid = 'public.build_sandbox()'::regprocedure AND grantee NOT IN (0, proowner)
  LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA sandbox TO %s', each.role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO %s', each.role);
  END LOOP;`;

/**
 * Makes functions of the owner look for names in temporary tables last, because their caller can create such tables. The
 * sandbox is for the roles that may build it, in place of all roles.
 */
export class CloseFunctionsOfTheOwner1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceInBuild(runner, FOR_ALL, FOR_BUILDERS);
    for (const name of ON_PUBLIC)
      await runner.query(`ALTER FUNCTION ${name} SET search_path = pg_catalog, public, pg_temp`);
    await runner.query('ALTER FUNCTION build_sandbox() SET search_path = pg_catalog, pg_temp');
    await runner.query('REVOKE EXECUTE ON FUNCTION build_sandbox() FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT EXECUTE ON FUNCTION build_sandbox() TO PUBLIC');
    await replaceInBuild(runner, FOR_BUILDERS, FOR_ALL);
    await runner.query('ALTER FUNCTION build_sandbox() SET search_path = pg_catalog');
    for (const name of ON_PUBLIC) await runner.query(`ALTER FUNCTION ${name} SET search_path FROM CURRENT`);
  }
}

async function replaceInBuild(runner: QueryRunner, before: string, after: string): Promise<void> {
  const [{ source }] = (await runner.query(`SELECT pg_get_functiondef('build_sandbox()'::regprocedure) AS source`)) as [
    { source: string },
  ];
  await runner.query(source.replace(before, () => after));
}
