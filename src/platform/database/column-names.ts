import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** The column of an entity's property: `teamId` becomes `team_id`. Entities therefore do not name their columns. */
type ColumnOf<Property extends string> = Property extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/**
 * A row as SQL returns it, with the columns and types of an entity. Use `Pick` for the columns that a statement
 * selects.
 */
export type RowOf<Entity> = { [Property in keyof Entity & string as ColumnOf<Property>]: Entity[Property] };

/** Applies the rule of `RowOf` in TypeORM. */
export class ColumnNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
