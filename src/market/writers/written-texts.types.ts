/** The text of a row whose text was erased. */
export const EMPTIED = '[deleted at its source]';

/** A table of texts, and its columns about the people who wrote them. */
export interface WrittenColumns {
  table: 'reviews' | 'posts';
  /** The site or source, which identifies a text together with `external_id`. */
  place: string;
  name: string;
  company: string;
  companyWebsite: string;
  profileUrl: string;
  /** Further columns that an erasure empties. */
  others: readonly string[];
  /** The columns in which a name is masked. */
  texts: readonly string[];
  /** Further columns that an erasure sets, as SQL. */
  sets?: string;
}

/** The writer of a text. */
export interface WrittenText {
  id: string;
  name: string | null;
  company: string | null;
  companyWebsite: string | null;
  profileUrl: string | null;
  /** Identifies the text in imports. */
  text: string;
}

/** What identifies a text in imports: the platform of a review or the kind of place of a post, and its id there. */
export interface TextKey {
  place: string;
  external_id: string;
}
