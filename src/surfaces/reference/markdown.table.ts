const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A Markdown table. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

/** A block of code in Markdown. */
export const codeBlock = (language: 'json' | 'sh' | 'ts' | 'py', text: string): string =>
  `\`\`\`${language}\n${text}\n\`\`\``;

export const jsonBlock = (value: unknown): string => codeBlock('json', JSON.stringify(value, null, 2));

/** The parts of a Markdown text with blank lines between them. Empty parts are left out. */
export const paragraphs = (...parts: (string | false | undefined)[]): string => parts.filter(Boolean).join('\n\n');
