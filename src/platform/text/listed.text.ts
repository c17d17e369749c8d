const LIST = new Intl.ListFormat('en');

/** Texts as a list, such as `a, b, and c`. */
export const inList = (texts: Iterable<string>): string => LIST.format(texts);
