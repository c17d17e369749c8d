/** The characters that a document in XML must not have, not even as an entity. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text without the characters that XML forbids. */
export const cleanedForXml = (text: string): string => text.replace(NOT_IN_XML, '');

/** A text as the content or an attribute of an element in XML. */
export const escapedForXml = (text: string): string =>
  cleanedForXml(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
