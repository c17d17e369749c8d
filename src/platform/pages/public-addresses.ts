type List = () => readonly string[];

const lists: List[] = [];

/** Declares public pages for search engines. The list is made when it is first needed, after all features are loaded. */
export function publishAddresses(list: List): void {
  lists.push(list);
}

/** The paths of all pages that were declared. */
export const publicAddresses = (): string[] => [...new Set(lists.flatMap((list) => list()))];
