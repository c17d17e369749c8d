import { compile } from 'html-to-text';

const toText = compile({
  wordwrap: false,
  // Text that is nested deeper is left out: reading it would overflow the stack.
  limits: { maxDepth: 100 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'pre', format: 'skip' },
    { selector: 'blockquote', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The words of an HTML text: entities decoded, paragraphs kept; quotes of others, code and images left out. */
export const htmlToText = (html: string): string => toText(html).trim();
