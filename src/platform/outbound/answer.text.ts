import iconv from 'iconv-lite';

const IN_HEADER = /charset=["']?([\w.:-]+)/i;
/** An XML document names its encoding in its first line. */
const IN_XML = /^\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/i;
const HEAD = 200;

/** The text of a body, in the encoding that its header or its first line names. UTF-8 without one, or with an unknown one. */
export function decodedText(body: Buffer, contentType: string | undefined): string {
  const named = IN_HEADER.exec(contentType ?? '')?.[1] ?? IN_XML.exec(body.subarray(0, HEAD).toString('latin1'))?.[1];
  return iconv.decode(body, named !== undefined && iconv.encodingExists(named) ? named : 'utf8');
}
