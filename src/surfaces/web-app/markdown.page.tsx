import { Marked } from 'marked';
import type { VNode } from 'preact';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

// Raw HTML is shown as text, links may only use http, https or mailto, and images become their alternative text.
const marked = new Marked({
  async: false,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return /^(https?:|mailto:)/i.test(href)
        ? `<a href="${escapeHtml(href)}" rel="nofollow noreferrer">${text}</a>`
        : text;
    },
    // The first-level heading belongs to the page.
    heading({ tokens, depth }) {
      const level = Math.max(2, depth);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

/** Renders the Markdown of a draft safely: a draft quotes text that other people wrote. */
export function Markdown({ text }: { text: string }): VNode {
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: marked.parse(text) as string }} />;
}
