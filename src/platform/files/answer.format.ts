/** Where an answer came from. */
export interface AnswerContext {
  /** The address of the request, which may name what the answer does not. */
  address?: string;
}

/** The answers of a source, from which records with the fields of an import follow. Functions without side effects. */
export interface AnswerFormat {
  /** Such as `posts of Mastodon`. */
  name: string;
  /** Matches the beginning of a file that is one answer. Other such files are read line by line. */
  head: RegExp;
  /** Whether a JSON value is such an answer, or one item of it. */
  recognizes: (answer: unknown) => boolean;
  /** The records in an answer that was recognized. Items without what an import requires are rejected by its checks. */
  read: (answer: unknown, context: AnswerContext) => Record<string, unknown>[];
}

/** An answer does not name something that its address would. `example` is such an address. */
export class AnswerIncomplete extends Error {
  constructor(
    message: string,
    readonly example: string,
  ) {
    super(message);
  }
}
