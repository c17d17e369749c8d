/**
 * The URL that a text is, or null. `URL.canParse` of Node 20 refuses letters such as ü in a host after some thousand calls, when it
 * is compiled.
 */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
