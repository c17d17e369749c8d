import { Controller, Get, Header, Inject, Redirect } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENV, type Env } from '#config/env.js';
import { ProductsService } from '#market/products/products.service.js';
import { notFound } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { assetUrl } from '#platform/pages/assets.js';
import { publicAddresses } from '#platform/pages/public-addresses.js';
import { SECRET_LINKS } from './secret-links.js';

/**
 * Pages that visitors without an account cannot read, and addresses for programs. People search for the pages where they log in and
 * sign up, so only their variants with a page to return to are closed.
 */
const CLOSED = ['/app/', '/api/', '/oauth/', '/ops/', ...SECRET_LINKS, '/login?', '/login/', '/signup?', '/forgot'];
const PAGES = ['/', '/products'];
/** The most addresses that a sitemap may have, less those of the other pages. */
const MAX_REPORTS = 49_000;
/** How long a copy of security.txt may be believed. */
const SECURITY_DAYS = 180;
const KEPT_MS = 3_600_000;
const CACHING = `public, max-age=${KEPT_MS / 1_000}`;

/** The files that programs look for at fixed addresses, such as search engines, which read what is public. */
@Controller()
@OpenRoute('programs look for these files')
export class CrawlersController {
  /** Counting all products for each caller would be expensive. */
  private readonly kept = new LRUCache<'sitemap', string>({ max: 1, ttl: KEPT_MS, fetchMethod: () => this.draw() });

  constructor(
    private readonly products: ProductsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('robots.txt')
  @Header('Cache-Control', CACHING)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(): string {
    const closed = CLOSED.map((path) => `Disallow: ${path}\n`).join('');
    return `User-agent: *\n${closed}\nSitemap: ${this.env.PUBLIC_URL}/sitemap.xml\n`;
  }

  @Get('sitemap.xml')
  @Header('Cache-Control', CACHING)
  @Header('Content-Type', 'application/xml; charset=utf-8')
  async sitemap(): Promise<string> {
    return (await this.kept.fetch('sitemap')) ?? '';
  }

  /** For browsers that ask before they have read the page. */
  @Get('favicon.ico')
  @Redirect()
  favicon(): { url: string; statusCode: number } {
    return { url: assetUrl('mark.svg'), statusCode: 302 };
  }

  /** Where to report a vulnerability (RFC 9116). @throws 404 if the installation names no address */
  @Get('.well-known/security.txt')
  @Header('Cache-Control', CACHING)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  security(): string {
    const { CONTACT_EMAIL: email, PUBLIC_URL: url } = this.env;
    if (!email) throw notFound();
    const expires = new Date(Date.now() + SECURITY_DAYS * 86_400_000).toISOString();
    return `Contact: mailto:${email}\nExpires: ${expires}\nCanonical: ${url}/.well-known/security.txt\n`;
  }

  private async draw(): Promise<string> {
    const reports = await this.products.reported(MAX_REPORTS);
    const entries = [
      ...[...PAGES, ...publicAddresses()].map((path) => this.entryOf(path, null)),
      ...reports.map(({ id, generatedAt }) => this.entryOf(`/products/${id}`, generatedAt)),
    ];
    const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${schema}">\n${entries.join('')}</urlset>\n`;
  }

  private entryOf(path: string, changedAt: Date | null): string {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${this.env.PUBLIC_URL}${path}</loc>${changed}</url>\n`;
  }
}
