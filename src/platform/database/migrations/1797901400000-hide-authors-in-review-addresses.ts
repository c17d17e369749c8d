import { StatementMigration } from '../statement.migration.js';

/** The address of a review on Steam named its writer's profile, which a team unlocks. */
export class HideAuthorsInReviewAddresses1797901400000 extends StatementMigration {
  override readonly forward = [
    `UPDATE reviews SET review_url = regexp_replace(
       review_url, '^https://steamcommunity\\.com/profiles/[^/]+/recommended/(\\d+)/$',
       'https://steamcommunity.com/app/\\1/reviews/#' || external_id)
     WHERE platform = 'Steam' AND review_url LIKE 'https://steamcommunity.com/profiles/%'`,
  ];
  /** The new addresses are good for the release before, too. */
  override readonly backward = [];
}
