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
  /** A picture after the link: PNG in base64. It is a part of the mail, so nothing is loaded. */
  picture?: { png: string; alt: string };
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
  picture?: { png: string; alt: string };
  unsubscribeUrl?: string;
}

/** The id of the picture in the mail. */
export const PICTURE_ID = 'picture@qualm';

/** Writes both forms of a body. The HTML loads nothing: no images, no styles of other hosts, no tracking. */
export function contentOf({ paragraphs: [first, ...others], link, picture, unsubscribeUrl }: MailText): MailContent {
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
        {picture && <img src={`cid:${PICTURE_ID}`} alt={picture.alt} width="600" style="max-width: 100%" />}
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
    ...(picture && { picture }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  };
}
