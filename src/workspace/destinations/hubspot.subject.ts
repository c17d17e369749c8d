import { domainOf } from '#market/writers/person.keys.js';
import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { SavedPitch } from '#workspace/pitches/pitches.operations.js';

const MAX_NAME = 200;
const MAX_QUOTE = 5_000;
const MAX_PITCH = 20_000;
/** Mailboxes that say nothing of a company. */
const FREE_MAIL = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'yahoo.com', 'icloud.com', 'me.com'],
  ...['aol.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'proton.me', 'protonmail.com', 'mail.com', 'yandex.ru'],
]);

/** What HubSpot gets to know of an opportunity: the public words and facts, and the contacts that the team has revealed. */
export interface HandedOver {
  title: string;
  email: string | null;
  contact: Record<string, string>;
  company: { domain: string; name: string } | null;
  /** The note as HTML. */
  note: string;
}

/** `mark` is in the note, so that it is found again. */
export function handedOver(
  opportunity: OpportunityDetail,
  { pitch, appUrl, mark }: { pitch: SavedPitch | undefined; appUrl: string; mark: string },
): HandedOver {
  const { review, mention, reviewer_email: email, reviewer_phone: phone } = opportunity;
  const name = review?.reviewer_name ?? mention?.author_name ?? null;
  const company = review?.reviewer_company ?? mention?.author_company_name ?? null;
  const domain = domainOf(review?.company_website ?? mention?.author_company_website ?? null) ?? companyDomainOf(email);
  const jobtitle = review?.reviewer_title ?? mention?.author_title ?? null;
  return {
    title: lineOf([company ?? name, opportunity.title].filter(Boolean).join(': ')),
    email: email && email.trim().toLowerCase(),
    contact: known({ ...namesOf(name), jobtitle, company, phone }),
    company: domain === null ? null : { domain, name: lineOf(company ?? domain) },
    note: noteOf(opportunity, { pitch, appUrl, mark }),
  };
}

const lineOf = (text: string): string => clipped(inOneLine(text), MAX_NAME);

const known = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, lineOf(value)]] : [])));

/** The first word of a name, and the rest. */
function namesOf(name: string | null): Record<'firstname' | 'lastname', string | null> {
  const [firstname = null, ...rest] = name === null ? [] : inOneLine(name).split(' ');
  return { firstname, lastname: rest.join(' ') || null };
}

function companyDomainOf(email: string | null): string | null {
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? null;
  return domain === null || FREE_MAIL.has(domain) ? null : domainOf(domain);
}

function noteOf(
  { review, mention, title }: OpportunityDetail,
  { pitch, appUrl, mark }: { pitch: SavedPitch | undefined; appUrl: string; mark: string },
): string {
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const product = review?.product ?? mention?.product;
  const themes = [...new Set(analysis?.items.map(({ theme }) => theme) ?? [])];
  const source = review?.review_url ?? mention?.url ?? null;
  return [
    `<p><strong>${html(lineOf(title))}</strong></p>`,
    product ? `<p>About ${html(product.name)}</p>` : '',
    themes.length > 0 ? `<p>Problems: ${html(themes.join(', '))}</p>` : '',
    `<blockquote>${html(clipped(review?.text ?? mention?.text ?? '', MAX_QUOTE))}</blockquote>`,
    source ? `<p>Source: ${html(source)}</p>` : '',
    pitch ? `<p><strong>Pitch</strong></p><p>${html(clipped(pitch.markdown, MAX_PITCH))}</p>` : '',
    `<p><a href="${html(appUrl)}">Open it in Qualm</a> (hand-over ${mark})</p>`,
  ].join('');
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign).replace(/\r?\n/g, '<br>');
