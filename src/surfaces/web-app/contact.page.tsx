import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { IfMay } from './if-may.page.js';
import { Form } from './parts.page.js';

interface ContactView {
  opportunity: OpportunityDetail;
  balance: number;
  price: number;
  csrfToken: string;
}

/** The author's contact fields and the buying committee. A locked field has a button with its price. */
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
            <dd>{value ?? (isKnown ? <NotFound /> : <UnlockButton view={view} fields={{ field }} />)}</dd>
          </div>
        ))}
      </dl>
      <h3>Buying committee</h3>
      <Committee view={view} />
    </section>
  );
}

function Committee({ view }: { view: ContactView }): VNode {
  const { members } = view.opportunity.buying_committee;
  if (members === null) {
    return (
      <UnlockButton view={view} fields={{ field: 'committee' }}>
        Reveal the committee
      </UnlockButton>
    );
  }
  return (
    <ul class="committee">
      {members.map((member) => (
        <li key={member.index}>
          <strong>{member.name}</strong>{' '}
          <span class="quiet">{[member.title, member.role?.replaceAll('_', ' ')].filter(Boolean).join(', ')}</span>
          <br />
          {(['email', 'phone'] as const).map((field) =>
            member[field] !== null ? (
              <span key={field}>{member[field]} </span>
            ) : member[`${field}_not_found`] ? (
              <span class="quiet" key={field}>{`no ${field} found `}</span>
            ) : (
              <UnlockButton
                key={field}
                view={view}
                fields={{ field, target: 'committee', target_id: String(member.index) }}
              >{`Unlock ${field}`}</UnlockButton>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}

const NotFound = (): VNode => <span class="quiet">not found</span>;

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
          {children}
        </button>{' '}
        <span class="hint">{`${price === 1 ? '1 credit' : `${price} credits`} (${balance} left)`}</span>
      </Form>
    </IfMay>
  );
}
