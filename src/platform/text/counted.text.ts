/** A number with its noun, such as `1 review` or `1,200 reviews`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const LIST = new Intl.ListFormat('en');

/** Texts as a list, such as `a, b, and c`. */
export const inList = (texts: Iterable<string>): string => LIST.format(texts);
