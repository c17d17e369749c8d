/**
 * One thing people complain about below the level of a category, such as `dark mode` or `bank feeds`.
 * Cues are phrases of the phrase book, in several languages; the name is what a report shows.
 */
export interface Aspect {
  name: string;
  cues: string;
  /** The category that says the same: such an aspect names no theme. */
  home?: string;
  /** True where the words are too common to name a theme; they still help to group complaints. */
  quiet?: boolean;
}
