import { parsedUrl } from '#platform/text/parsed.url.js';
import { Marked, type Tokens } from 'marked';
import type { VNode } from 'preact';
import { escapedForXml } from '#platform/text/xml.text.js';

/**
 * Raw HTML is shown as text, and images become their alternative text. A link works only when its host is one of
 * `hosts`. Any other link is shown as text with its address.
 */
const renderer = (hosts: ReadonlySet<string>): Marked<string, string> =>
  new Marked({
    async: false,
    renderer: {
      html: ({ text }) => escapedForXml(text),
      image: ({ text }) => escapedForXml(text),
      // The default passes text after an inline <code>, <pre>, <kbd> or <script> unescaped.
      text(token: Tokens.Text | Tokens.Escape) {
        return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : escapedForXml(token.text);
      },
      link({ href, text: label, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (hosts.has(hostOf(href))) return `<a href="${escapedForXml(href)}" rel="nofollow noreferrer">${text}</a>`;
        return [label, `mailto:${label}`, `http://${label}`].includes(href) ? text : `${text} (${escapedForXml(href)})`;
      },
      // The first-level heading belongs to the page.
      heading({ tokens, depth }) {
        const level = Math.max(2, depth);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
      },
    },
  });

/** The host of an http or https address. Empty for any other address. */
function hostOf(href: string): string {
  const url = parsedUrl(href);
  return url && /^https?:$/.test(url.protocol) ? url.hostname : '';
}

/** The words of a text that can be hosts, such as `acme.example` in `see https://acme.example/tour`. */
const hostsIn = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}.-]+/u)
      .map((word) => word.replace(/\.$/, ''))
      .filter((word) => word.includes('.')),
  );

/**
 * Renders the Markdown of a draft safely: a draft quotes text that other people wrote. Only links to hosts that the
 * team itself has written work; `ownWords` holds what the team wrote.
 */
export function Markdown({ text, ownWords }: { text: string; ownWords: string }): VNode {
  let html: string;
  try {
    html = renderer(hostsIn(ownWords)).parse(text) as string;
  } catch {
    // Markers that are nested thousands of times overflow the stack.
    return <p class="post">{text}</p>;
  }
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
