import { type AnswerContext, type AnswerFormat, AnswerIncomplete } from './answer.format.js';
import { FileUnreadable } from './record.types.js';

/** A file whose first values are no answers has none: looking at each line would slow long files. */
const TRIED_VALUES = 20;

/** Finds the records in the answers of sources that a file holds. */
export class AnswerReader {
  private found: AnswerFormat | undefined;
  private tried = 0;

  constructor(
    private readonly formats: readonly AnswerFormat[] = [],
    private readonly context: AnswerContext = {},
  ) {}

  /** The name of the format of the answers. Null if none was found. */
  get recognized(): string | null {
    return this.found?.name ?? null;
  }

  /** Whether a file that begins like this is one answer. */
  begins(head: string): boolean {
    return this.formats.some((format) => format.head.test(head));
  }

  /** The records of an answer. Null for any other value. @throws FileUnreadable if the format needs the address of the answer */
  read(value: unknown): Record<string, unknown>[] | null {
    if (!this.found && this.tried++ < TRIED_VALUES)
      this.found = this.formats.find(({ recognizes }) => recognizes(value));
    if (!this.found?.recognizes(value)) return null;
    try {
      return this.found.read(value, this.context);
    } catch (error) {
      if (!(error instanceof AnswerIncomplete)) throw error;
      const { message, example } = error;
      throw new FileUnreadable(`${message}. Name the address that they came from, such as --address ${example}`, {
        cause: error,
      });
    }
  }
}
