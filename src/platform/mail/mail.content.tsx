import { render } from 'preact-render-to-string';

/** A paragraph with a link. In HTML its text is the link. */
export interface LinkedParagraph {
  text: string;
  url: string;
}

/** The text of a mail: paragraphs, and one link after the first paragraph. */
export interface MailText {
  paragraphs: readonly [string, ...(string | LinkedParagraph)[]];
  link?: { label: string; url: string };
  /**
   * The address that unsubscribes from mails of this kind with one POST (RFC 8058). Also name the address in a
   * paragraph.
   */
  unsubscribeUrl?: string;
}

/** The body of a mail in both forms. */
export interface MailContent {
  text: string;
  html: string;
  /** The addresses of the links, for the operator. */
  links: string[];
  unsubscribeUrl?: string;
}

/** Writes both forms of a body. The HTML loads nothing: no images, no styles of other hosts, no tracking. */
export function contentOf({ paragraphs: [first, ...others], link, unsubscribeUrl }: MailText): MailContent {
  const html = (
    <html lang="en">
      <body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">
        <p>{first}</p>
        {link && (
          <p>
            <a href={link.url}>{link.label}</a>
            <br />
            {link.url}
          </p>
        )}
        {others.map((paragraph) =>
          typeof paragraph === 'string' ? (
            <p key={paragraph}>{paragraph}</p>
          ) : (
            <p key={paragraph.url}>
              <a href={paragraph.url}>{paragraph.text}</a>
            </p>
          ),
        )}
      </body>
    </html>
  );
  const plainOthers = others.map((paragraph) =>
    typeof paragraph === 'string' ? paragraph : `${paragraph.text}: ${paragraph.url}`,
  );
  const text = [first, ...(link ? [`${link.label}:\n${link.url}`] : []), ...plainOthers].join('\n\n');
  const links = [link?.url ?? [], unsubscribeUrl ?? []].flat();
  return {
    text: `${text}\n`,
    html: `<!doctype html>${render(html)}`,
    links,
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
}
