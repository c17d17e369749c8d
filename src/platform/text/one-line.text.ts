const HAS_OTHER_SPACE = /\s\s|[^\S ]/;

/** A text with single spaces and plain apostrophes. */
export function inOneLine(text: string): string {
  const plain = text.replaceAll('’', "'").trim();
  return HAS_OTHER_SPACE.test(plain) ? plain.split(/\s+/).join(' ') : plain;
}
