/** A text as it stands inside a string of JSON, to be searched for in stored JSON. */
export const jsonFragment = (text: string): string => JSON.stringify(text).slice(1, -1);
