/** What may stand between the products of a sender profile. A name may contain one, so a text is first read as one name. */
const SEPARATORS = [/,/, /(?:^|\s)(?:and|&)(?:\s|$)/i];

/** Every part of a text that may be the name of a product. */
export function possibleNamesIn(text: string): string[] {
  const names = new Set<string>();
  productsIn(text, (name) => {
    names.add(name);
    return undefined;
  });
  return [...names];
}

/** The ids of the products that a text names, in its order, each once. `idOf` knows the products by their names. */
export function productsIn(text: string, idOf: (name: string) => string | undefined): string[] {
  return [...new Set(readIn(text, idOf, SEPARATORS))];
}

function readIn(text: string, idOf: (name: string) => string | undefined, separators: readonly RegExp[]): string[] {
  const name = text.trim();
  if (name === '') return [];
  const id = idOf(name);
  if (id !== undefined) return [id];
  const [separator, ...finer] = separators;
  return separator ? name.split(separator).flatMap((part) => readIn(part, idOf, finer)) : [];
}
