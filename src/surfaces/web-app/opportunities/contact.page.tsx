import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { ContactLink } from './contact-link.page.js';
import { IfMay } from '../parts/if-may.page.js';
import { Form } from '../parts/parts.page.js';

interface ContactView {
  opportunity: OpportunityDetail;
  balance: number;
  price: number;
  csrfToken: string;
}

/** The author's contact fields. A locked field has a button with its price, and so has the buying committee. */
export function Contact(view: ContactView): VNode {
  const { opportunity } = view;
  const profile = opportunity.review && {
    field: 'profile',
    label: 'Profile',
    value: opportunity.review.network_lead_url,
    isKnown: opportunity.is_reviewer_revealed,
  };
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
    ...(profile ? [profile] : []),
  ];
  return (
    <section class="card">
      <h2>Contact</h2>
      <dl class="contact">
        {fields.map(({ field, label, value, isKnown }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {value !== null || isKnown ? (
                <ContactLink field={field} value={value} id={value === null ? undefined : `contact-${field}`} />
              ) : (
                <UnlockButton view={view} fields={{ field }} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {opportunity.buying_committee.members === null && (
        <>
          <h3>Buying committee</h3>
          <UnlockButton view={view} fields={{ field: 'committee' }}>
            Reveal the committee
          </UnlockButton>
        </>
      )}
      <IfMay right="spend">
        <p class="hint">{`${view.balance.toLocaleString('en')} credits left. What is not found is refunded.`}</p>
      </IfMay>
    </section>
  );
}

/** A form that unlocks one field. `fields` is the body of the request. */
function UnlockButton(props: { view: ContactView; fields: Record<string, string>; children?: string }): VNode {
  const { view, fields, children = 'Unlock' } = props;
  const { opportunity, balance, price, csrfToken } = view;
  return (
    <IfMay right="spend">
      <Form action={`/app/opportunities/${opportunity.id}/unlock`} csrfToken={csrfToken} className="inline">
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" key={name} name={name} value={value} />
        ))}
        <button type="submit" disabled={balance < price}>
          {`${children} · ${creditsInWords(price)}`}
        </button>
      </Form>
    </IfMay>
  );
}
