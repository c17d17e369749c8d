import { Marked, type Tokens } from 'marked';

/** The anchor at the end of a heading, such as `{#retries}`. */
const ANCHOR = / \{#([\w-]+)\}$/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Tables with at most this many columns are clear without column names. */
const MAX_CLEAR_COLUMNS = 3;
/** Languages of lines that readers copy. */
const COPIED = ['sh', 'ts', 'py'];
/** For the text between tags, where quotation marks need no escape. */
const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);

/** A page of the reference as Markdown for readers: without the anchors of headings. */
export const toMarkdown = (source: string): string => source.replaceAll(/ \{#[\w-]+\}$/gm, '');

/** The HTML of a page: headings with anchors, code that can be copied, tables that scroll. */
export function toHtml(source: string): string {
  let blocks = 0;
  const marked = new Marked({
    async: false,
    renderer: {
      codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const anchor = ANCHOR.exec(text)?.[1];
        const title = this.parser.parseInline(tokens).replace(ANCHOR, '');
        if (!anchor) return `<h${depth}>${title}</h${depth}>`;
        return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${title}</a></h${depth}>`;
      },
      code({ text, lang }) {
        const id = `code-${(blocks += 1)}`;
        const copy = COPIED.includes(lang ?? '') ? `<button type="button" data-copy="${id}" hidden>Copy</button>` : '';
        return `<div class="code ${lang ?? ''}"><pre tabindex="0"><code id="${id}">${escapeHtml(text)}</code></pre>${copy}</div>`;
      },
      // The end tags of rows and cells are optional, and the largest page has hundreds of cells.
      table(token: Tokens.Table) {
        // On a phone the cells are stacked. Many of them need the name of their column.
        const labels = token.header.length > MAX_CLEAR_COLUMNS ? token.header.slice(1) : [];
        const labelOf = (column: number): string => {
          const label = escapeHtml(labels[column - 1]?.text ?? '').replaceAll('"', '&quot;');
          return label && ` data-label="${label}"`;
        };
        const head = token.header.map(({ tokens }) => `<th>${this.parser.parseInline(tokens)}`).join('');
        const rows = token.rows.map(
          (cells) =>
            `<tr>${cells.map(({ tokens }, column) => `<td${labelOf(column)}>${this.parser.parseInline(tokens)}`).join('')}`,
        );
        return `<table><thead><tr>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
      },
    },
  });
  return marked.parse(source) as string;
}
