import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

/** The facts about a writer from the source or the enrichment. Null where there are none. */
interface Writer {
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

/** The author of the text and the company. Nothing here costs a credit. */
export function WhoCard({ opportunity }: { opportunity: OpportunityDetail }): VNode | null {
  const writer = writerOf(opportunity);
  const rows: [label: string, value: string | null][] = [
    ['Title', writer.title],
    ['Place', writer.place],
    ['About', writer.about],
    ['Company', writer.company],
    ['Industry', writer.industry],
    ['People', writer.size],
    ['Country', writer.country],
    ['What it does', writer.what],
  ];
  const links: [label: string, href: string | null][] = [
    ['Profile', writer.profile],
    ['Website', writer.website],
  ];
  const known = rows.filter(([, value]) => value);
  const linked = links.flatMap(([label, href]) => {
    const address = webAddress(href);
    return address ? [[label, address] as const] : [];
  });
  // The name alone is in the heading of the page already.
  if (known.length + linked.length === 0) return null;
  return (
    <section class="card">
      <h2 dir="auto">{writer.name ?? 'Author hidden'}</h2>
      <dl class="who-card">
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        {linked.map(([label, { href, host }]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <a href={href} rel="nofollow noreferrer">
                {host}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function writerOf({ review, mention }: OpportunityDetail): Writer {
  const placeOf = (...parts: (string | null | undefined)[]): string | null => parts.filter(Boolean).join(', ') || null;
  return {
    name: review?.reviewer_name ?? review?.enriched_reviewer_name ?? mention?.author_name ?? null,
    title: review?.reviewer_title ?? review?.enriched_reviewer_title ?? mention?.author_title ?? null,
    place: placeOf(
      review?.enriched_reviewer_city ?? mention?.author_city,
      review?.enriched_reviewer_country ?? mention?.author_country,
    ),
    about: mention?.author_bio ?? mention?.author_headline ?? null,
    profile: review?.enriched_reviewer_network ?? mention?.author_profile_url ?? null,
    company: review?.reviewer_company ?? review?.enriched_company_name ?? mention?.author_company_name ?? null,
    industry: review?.company_industry ?? review?.enriched_company_industry ?? mention?.author_company_industry ?? null,
    size: review?.company_size ?? review?.enriched_company_size ?? mention?.author_company_size ?? null,
    country: review?.company_country ?? review?.enriched_company_country ?? null,
    website: review?.company_website ?? review?.enriched_company_website ?? mention?.author_company_website ?? null,
    what: review?.company_description ?? mention?.author_company_description ?? null,
  };
}

/** An address that may become a link: sources also give plain host names, and anybody may write a source. */
export function webAddress(text: string | null): { href: string; host: string } | null {
  if (!text) return null;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  return url && /^https?:$/.test(url.protocol) ? { href: url.href, host: url.host } : null;
}
