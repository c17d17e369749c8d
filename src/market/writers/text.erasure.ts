import type { Identity } from './person.keys.js';
import type { WrittenTexts } from './written-texts.service.js';
import type { WrittenColumns, WrittenText } from './written-texts.types.js';

/** Removes people from the texts of one kind that they wrote. The texts stay. */
export abstract class TextErasure {
  protected abstract readonly columns: WrittenColumns;

  constructor(private readonly texts: WrittenTexts) {}

  /** The texts of these ids, and those whose writer is one of these people. */
  find(people: readonly Identity[], ids: readonly string[]): Promise<WrittenText[]> {
    return this.texts.find(this.columns, people, ids);
  }

  /** The texts of writers with this name, in any case, and with this part in their company unless it is null. */
  findNamed(wanted: { name: string; company: string | null }): Promise<WrittenText[]> {
    return this.texts.findNamed(this.columns, wanted);
  }

  /** Empties the columns about the writers, and masks the names in the texts. */
  async erase(ids: readonly string[], names: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.texts.erase(this.columns, ids, names);
    await this.announce([...ids]);
  }

  /** Leaves rows without the words of their writers, for texts that a team has paid for. */
  async empty(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.texts.empty(this.columns, ids);
  }

  /** Notifies the other features of changed texts. */
  protected abstract announce(ids: string[]): Promise<unknown>;
}
