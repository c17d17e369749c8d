import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** `teamId` to `team_id`: the column of an entity's property, so that no entity names its columns. */
type ColumnOf<Property extends string> = Property extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/** A row as SQL returns it: the columns and types of an entity. `Pick` the columns that a statement selects. */
export type RowOf<Entity> = { [Property in keyof Entity & string as ColumnOf<Property>]: Entity[Property] };

/** The rule of `RowOf` for TypeORM. */
export class ColumnNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
