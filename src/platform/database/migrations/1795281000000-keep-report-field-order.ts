import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores reports as they are answered: json keeps the order of fields, jsonb does not. */
export class KeepReportFieldOrder1795281000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reports ALTER COLUMN themes TYPE json, ALTER COLUMN metadata TYPE json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reports ALTER COLUMN themes TYPE jsonb, ALTER COLUMN metadata TYPE jsonb`);
  }
}
