import { StatementMigration } from '../statement.migration.js';

/** Adds the answers of a review to "what do you like" and "what do you dislike". */
export class AddReviewAnswers1795406000000 extends StatementMigration {
  override readonly forward = [`ALTER TABLE reviews ADD likes text, ADD dislikes text`];
  override readonly backward = [`ALTER TABLE reviews DROP likes, DROP dislikes`];
}
