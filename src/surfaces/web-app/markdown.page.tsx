import { Marked } from 'marked';
import type { VNode } from 'preact';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

// Raw HTML is shown as it was written, links lead only to the web or to mail, and pictures are left to their words.
const marked = new Marked({
  async: false,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return /^(https?:|mailto:)/i.test(href)
        ? `<a href="${escaped(href)}" rel="nofollow noreferrer">${words}</a>`
        : words;
    },
    // The page has its own first headings.
    heading({ tokens, depth }) {
      const level = Math.max(2, depth);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

/** Markdown from our own drafts, which quote what strangers wrote. */
export function Markdown({ text }: { text: string }): VNode {
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: marked.parse(text) as string }} />;
}
