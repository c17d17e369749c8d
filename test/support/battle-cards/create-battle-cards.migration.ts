/** The body of a migration. The reference to products gives test mode a table of its own. */
export const CREATE_BATTLE_CARDS = `CREATE TABLE battle_cards (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  product_id uuid NOT NULL REFERENCES products ON DELETE CASCADE,
  rival text NOT NULL,
  card text NOT NULL
)`;
