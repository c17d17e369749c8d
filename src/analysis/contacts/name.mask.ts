/** What stands in a text in place of the name of an erased person. */
export const HIDDEN_NAME = '[name hidden]';

/** Replaces full names in a text, in any case and with any blanks between their parts. */
export function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((masked, name) => masked.replace(patternOf(name), HIDDEN_NAME), text);
}

function patternOf(name: string): RegExp {
  const parts = name
    .trim()
    .split(/\s+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu');
}
