import { parsedUrl } from '#platform/text/parsed.url.js';
import { clipped } from '#platform/text/clipped.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

const MAX_LENGTH = 60;

/** The facts about a writer from the source or the enrichment. Null where there are none. */
export interface Writer {
  name: string | null;
  title: string | null;
  place: string | null;
  about: string | null;
  profile: string | null;
  company: string | null;
  industry: string | null;
  size: string | null;
  country: string | null;
  website: string | null;
  what: string | null;
}

/** Nothing here costs a credit. */
export function writerOf({ review, mention }: OpportunityDetail): Writer {
  const placeOf = (...parts: (string | null | undefined)[]): string | null => parts.filter(Boolean).join(', ') || null;
  const title = review?.reviewer_title ?? review?.enriched_reviewer_title ?? mention?.author_title ?? null;
  const company = review?.reviewer_company ?? review?.enriched_company_name ?? mention?.author_company_name ?? null;
  return {
    name: review?.reviewer_name ?? review?.enriched_reviewer_name ?? mention?.author_name ?? null,
    title,
    place: placeOf(
      review?.enriched_reviewer_city ?? mention?.author_city,
      review?.enriched_reviewer_country ?? mention?.author_country,
    ),
    about: mention?.author_bio ?? headlineOf(mention?.author_headline, [title, company]),
    profile: review?.enriched_reviewer_network ?? mention?.author_profile_url ?? null,
    company,
    industry: review?.company_industry ?? review?.enriched_company_industry ?? mention?.author_company_industry ?? null,
    size: review?.company_size ?? review?.enriched_company_size ?? mention?.author_company_size ?? null,
    country: review?.company_country ?? review?.enriched_company_country ?? null,
    website: review?.company_website ?? review?.enriched_company_website ?? mention?.author_company_website ?? null,
    what: review?.company_description ?? mention?.author_company_description ?? null,
  };
}

/** The headline of a profile, unless it only joins what is known, such as `Office Manager at Fabrikam Foods`. */
function headlineOf(headline: string | null | undefined, known: readonly (string | null)[]): string | null {
  const rest = known.reduce<string>((text, each) => text.replace(each ?? '', ''), headline ?? '');
  return headline && /\p{L}{3}/u.test(rest) ? headline : null;
}

/** The name of a writer for headings, or where the nameless text is from. */
export const calledOf = (name: string | null, source: string): string =>
  name === null ? `Anonymous on ${source}` : clipped(name, MAX_LENGTH);

const DAY_MS = 86_400_000;

/** The age of a text in one word, such as `4 d`, `3 wk`, `5 mo` or `2 y`. */
export function ageOf({ published_at, created_at }: OpportunityDetail, now = Date.now()): string {
  const days = Math.max(0, Math.floor((now - Date.parse(published_at ?? created_at)) / DAY_MS));
  if (days === 0) return 'today';
  if (days < 14) return `${days} d`;
  if (days < 60) return `${Math.floor(days / 7)} wk`;
  return days < 365 ? `${Math.floor(days / 30.4)} mo` : `${Math.floor(days / 365)} y`;
}

/** An address that may become a link: sources also give plain host names, and anybody may write a source. */
export function webAddress(text: string | null): { href: string; host: string } | null {
  if (!text) return null;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = parsedUrl(full);
  return url && /^https?:$/.test(url.protocol) ? { href: url.href, host: url.host } : null;
}
