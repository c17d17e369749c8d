/** A browser with forms and cookies, for the steps of a person between an assistant and its callback. */
export class Browser {
  private cookies: { name: string; value: string; path: string }[] = [];

  /** Loads a page without following redirects. */
  async open(url: string | URL, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(init.headers as Record<string, string>),
        cookie: this.cookieFor(new URL(url)),
      },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    return {
      url: new URL(url),
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      next: location === null ? null : new URL(location, url),
    };
  }

  /**
   * Fills in and submits the first form whose action ends in `ending`, with its hidden fields and checked boxes. Null clears the
   * boxes of a name.
   */
  async submit(page: Page, ending: string, fields: Record<string, string | null>): Promise<Page> {
    const form = [...page.html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
      ([, action = '']) => decoded(action).endsWith(ending),
    );
    if (!form) throw new Error(`No form for ${ending} on ${page.url.href} (${page.status}): ${textOf(page)}`);
    const sent = [
      ...(form[2] ?? '').matchAll(
        /<input type="(?:hidden" name="([^"]*)" value="([^"]*)"|checkbox" name="([^"]*)" value="([^"]*)" checked)/g,
      ),
    ].map(([, hidden, text, box, choice]) => [hidden ?? box ?? '', decoded(text ?? choice ?? '')]);
    const body = new URLSearchParams(sent);
    for (const [name, value] of Object.entries(fields)) {
      if (value === null) body.delete(name);
      else body.set(name, value);
    }
    return this.open(new URL(decoded(form[1] ?? ''), page.url), { method: 'POST', body });
  }

  /** The cookies for another browser, which is then logged in as the same person. */
  cookiesFor(url: string): { name: string; value: string; url: string }[] {
    return this.cookies.map(({ name, value }) => ({ name, value, url }));
  }

  private cookieFor({ pathname }: URL): string {
    const sent = this.cookies.filter(
      ({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`),
    );
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** Keeps a cookie as a response sets it. */
  keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    const attribute = (key: string) =>
      attributes.find((item) => item.toLowerCase().startsWith(`${key}=`))?.split('=')[1];
    const path = attribute('path') ?? '/';
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    const expires = attribute('expires');
    if (expires === undefined || Date.parse(expires) > Date.now()) this.cookies.push({ name, value, path });
  }
}

export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
  /** The target of a redirect. */
  next: URL | null;
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const decoded = (text: string): string => text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** The visible text of a page. */
export const textOf = ({ html }: Pick<Page, 'html'>): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
