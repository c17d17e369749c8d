import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { Avatar } from '../parts/avatar.page.js';
import { claimOf, sourceOf } from './opportunity-parts.page.js';
import { calledOf, webAddress, writerOf } from './writer.js';

/** The size of a company in words: `1001-5000` is `1,001–5,000 people`. A text without numbers stays as it is. */
export function sizeText(size: string): string {
  if (!/^\d+(-\d+|\+)?$/.test(size)) return size;
  return `${size.replace(/\d+/g, (digits) => Number(digits).toLocaleString('en')).replace('-', '–')} people`;
}

/** Who wrote the text: name, role, company, and what is known of both. Nothing here costs a credit. */
export function Person({ opportunity, isTitle }: { opportunity: OpportunityDetail; isTitle: boolean }): VNode {
  const writer = writerOf(opportunity);
  const { name, title, company, size, industry, country, place, profile, website, about, what } = writer;
  const Heading = isTitle ? 'h1' : 'h2';
  const facts = [size && sizeText(size), industry, place ?? country].filter(Boolean);
  const links = [
    ['Profile', webAddress(profile)],
    ['Website', webAddress(website)],
  ] as const;
  return (
    <div class="person">
      <Avatar name={name} size="l" />
      <div>
        <Heading dir="auto">{calledOf(name, sourceOf(opportunity))}</Heading>
        <p class="quiet" dir="auto">
          {[title, company].filter(Boolean).join(', ') || 'Neither a role nor a company is known'}
        </p>
        <p class="facts small">
          {facts.map((fact) => (
            <span key={fact} dir="auto">
              {fact}
            </span>
          ))}
          {links.map(
            ([label, address]) =>
              address && (
                <span key={label}>
                  {label}{' '}
                  <a href={address.href} rel="nofollow noreferrer">
                    {address.host}
                  </a>
                </span>
              ),
          )}
        </p>
        {(about || what) && (
          <p class="small faint" dir="auto">
            {about ?? what}
          </p>
        )}
        <p class="claim" dir="auto">
          {claimOf(opportunity.title)}
        </p>
      </div>
    </div>
  );
}
