import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { CopyButton, Form, IfMay, IfMayNot } from '../parts/parts.page.js';
import { webAddress } from './writer.js';
import { sourceOf } from './opportunity-parts.page.js';

interface ContactView {
  opportunity: OpportunityDetail;
  balance: number;
  price: number;
}

/** The contact fields of an opportunity: those that its source has, or only those that are known if none can be unlocked. */
function fieldsOf(opportunity: OpportunityDetail) {
  const fields = [
    {
      field: 'email',
      label: 'Email',
      value: opportunity.reviewer_email,
      isKnown: opportunity.is_reviewer_email_revealed || opportunity.reviewer_email_not_found,
    },
    {
      field: 'phone',
      label: 'Phone',
      value: opportunity.reviewer_phone,
      isKnown: opportunity.is_reviewer_phone_revealed || opportunity.reviewer_phone_not_found,
    },
    ...(opportunity.review
      ? [
          {
            field: 'profile',
            label: 'Profile',
            value: opportunity.review.network_lead_url,
            isKnown: opportunity.is_reviewer_revealed,
          },
        ]
      : []),
  ];
  return opportunity.can_unlock ? fields : fields.filter(({ isKnown }) => isKnown);
}

/** Whether the author could be found, but the terms of the source allow only an answer where they wrote. */
export const isForThread = ({ can_unlock, reach }: OpportunityDetail): boolean => !can_unlock && reach !== 'anonymous';

/** The author's contact fields. A locked field has a button with its price, and so has the buying committee. */
export function Contact(view: ContactView): VNode {
  const { opportunity } = view;
  const fields = fieldsOf(opportunity);
  if (fields.length === 0) {
    return (
      <section>
        <h2>Contact</h2>
        <p class="small quiet">
          {opportunity.reach === 'anonymous'
            ? `Nobody can be found from this text on ${sourceOf(opportunity)}. Nothing is offered, so nothing is charged.`
            : `The terms of ${sourceOf(opportunity)} do not allow contacting its authors. Reply in the thread instead.`}
        </p>
      </section>
    );
  }
  return (
    <>
      <section>
        <h2>Contact</h2>
        <dl class="contact">
          {fields.map(({ field, label, value, isKnown }) => (
            <div class="kv" key={field}>
              <dt>{label}</dt>
              <dd>
                {value !== null || isKnown ? (
                  <ContactLink field={field} value={value} id={value === null ? undefined : `contact-${field}`} />
                ) : (
                  <>
                    <UnlockButton view={view} fields={{ field }} />
                    <Locked />
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <IfMay right="spend">
          <p class="hint">{`${view.balance.toLocaleString('en')} credits left. What is not found is refunded.`}</p>
        </IfMay>
      </section>
      {opportunity.can_unlock && opportunity.buying_committee.members === null && (
        <IfMay right="spend">
          <section>
            <h2>Who decides</h2>
            <p class="hint">The buying committee of the company, by name and role.</p>
            <UnlockButton view={view} fields={{ field: 'committee' }}>
              Reveal the committee
            </UnlockButton>
          </section>
        </IfMay>
      )}
    </>
  );
}

/** A form that unlocks one field. `fields` is the body of the request. */
function UnlockButton(props: { view: ContactView; fields: Record<string, string>; children?: string }): VNode {
  const { view, fields, children = 'Unlock' } = props;
  const { opportunity, balance, price } = view;
  return (
    <IfMay right="spend">
      <Form action={`/app/opportunities/${opportunity.id}/unlock`} className="inline">
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" key={name} name={name} value={value} />
        ))}
        <button class="s" type="submit" disabled={balance < price}>
          {children} <span class="price">{creditsInWords(price)}</span>
        </button>
      </Form>
    </IfMay>
  );
}

/** A contact that others of the team may unlock. */
export const Locked = (): VNode => (
  <IfMayNot right="spend">
    <span class="quiet">not unlocked</span>
  </IfMayNot>
);

interface ContactLinkProps {
  field: string;
  value: string | null;
  /** Offers to copy the value, under this id. */
  id?: string;
}

/** A contact that is unlocked, as a link that writes, calls or opens; or that nothing was found. */
export function ContactLink({ field, value, id }: ContactLinkProps): VNode {
  if (value === null) return <span class="quiet">not found</span>;
  const href = hrefOf(field, value);
  return (
    <>
      {href ? (
        <a id={id} href={href}>
          {value}
        </a>
      ) : (
        <span id={id}>{value}</span>
      )}{' '}
      {id && <CopyButton source={id}>Copy</CopyButton>}
    </>
  );
}

function hrefOf(field: string, value: string): string | null {
  if (field === 'email') return `mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`;
  if (field === 'phone') return `tel:${value.replaceAll(/[^+\d]/g, '')}`;
  return webAddress(value)?.href ?? null;
}
