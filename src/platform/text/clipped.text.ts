/** At most `most` characters of a text. A text that is cut ends with "…". */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most < 2) return '';
  // Half of a surrogate pair is not a character.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Like `clipped`, but cuts between two words, unless that would drop more than half of the text. */
export function clippedAtWord(text: string, most: number): string {
  const cut = clipped(text, most);
  const end = cut.lastIndexOf(' ');
  return cut === text || end < most / 2 ? cut : `${cut.slice(0, end).replace(/[,;:.]$/, '')}…`;
}
