import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what a review says in answer to "what do you like" and "what do you dislike". */
export class AddReviewAnswers1795406000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reviews ADD likes text, ADD dislikes text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE reviews DROP likes, DROP dislikes`);
  }
}
