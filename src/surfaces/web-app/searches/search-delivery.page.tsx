import type { VNode } from 'preact';
import type { TeamMember } from '#accounts/teams/memberships.service.js';
import { type Delivery, FREQUENCIES, WEEKDAYS } from '#workspace/saved-searches/saved-search.types.js';
import type { SavedSearchView } from '#workspace/saved-searches/saved-searches.operations.js';
import { Select } from '../parts/fields.page.js';
import { CopyButton, Fault, Form, Notice } from '../parts/parts.page.js';
import { SEARCHES } from './searches.page.js';

/** A new address of a feed, which is shown once. */
export function NewFeed({ address }: { address: string }): VNode {
  return (
    <Notice>
      <p>The address of the feed. Anyone who has it can read the matches. It is shown only now.</p>
      <p class="share-link">
        <code id="feed-address">{address}</code> <CopyButton source="feed-address">Copy</CopyButton>
      </p>
    </Notice>
  );
}

interface DeliveryFormProps {
  search: SavedSearchView;
  members: readonly TeamMember[];
  /** A delivery that was refused, and why. */
  refused?: { deliver: Delivery; fault: string };
  csrfToken: string;
}

/** The channels of a search's matches, and the form that changes them. */
export function DeliveryForm({ search, members, refused, csrfToken }: DeliveryFormProps): VNode {
  const { id, deliver: saved, feed_hint } = search;
  const { inbox, webhook, feed, email } = refused?.deliver ?? saved;
  return (
    <details class="delivery" open={refused !== undefined}>
      <summary>{deliveryIn(saved)}</summary>
      <Form action={`${SEARCHES}/${id}/deliver`} csrfToken={csrfToken}>
        <Fault>{refused?.fault}</Fault>
        <Switch name="inbox" isOn={inbox}>
          The inbox of the team
        </Switch>
        <Switch name="webhook" isOn={webhook}>
          Webhook endpoints, as the event alert.matched
        </Switch>
        <Switch name="feed" isOn={feed}>
          {feed_hint ? `An Atom feed, whose address ends in …${feed_hint}` : 'An Atom feed with a secret address'}
        </Switch>
        <DigestFields email={email} members={members} />
        <p>
          <button class="primary" type="submit">
            Save
          </button>
        </p>
      </Form>
      {saved.feed && (
        <Form action={`${SEARCHES}/${id}/rotate-feed`} csrfToken={csrfToken} className="row">
          <button type="submit">Replace the address of the feed</button>
          <span class="hint">The old address ends at once.</span>
        </Form>
      )}
    </details>
  );
}

function DigestFields({ email, members }: Pick<Delivery, 'email'> & Pick<DeliveryFormProps, 'members'>): VNode {
  const chosen = email ?? { frequency: '', weekday: null, hour: 8, time_zone: 'UTC', recipients: [] as string[] };
  return (
    <>
      <Select
        name="frequency"
        label="A digest by email"
        options={[['', 'none'], ...sameTexts(FREQUENCIES)]}
        chosen={chosen.frequency}
      />
      <fieldset>
        <legend>When and to whom the digest is sent</legend>
        <div class="choices">
          <Select name="weekday" label="Day, if weekly" options={sameTexts(WEEKDAYS)} chosen={chosen.weekday} />
          <Select name="hour" label="Hour" options={sameTexts(HOURS)} chosen={String(chosen.hour)} />
        </div>
        <label>
          Time zone
          <input name="time_zone" value={chosen.time_zone} maxLength={60} required />
        </label>
        {members.map((member) => (
          <label class="check" key={member.id}>
            <input
              type="checkbox"
              name="recipients"
              value={member.id}
              checked={chosen.recipients.includes(member.id)}
            />{' '}
            {member.email}
          </label>
        ))}
      </fieldset>
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Values that are shown as they are. */
const sameTexts = (values: readonly string[]): [string, string][] => values.map((value) => [value, value]);

function Switch({ name, isOn, children }: { name: string; isOn: boolean; children: string }): VNode {
  return (
    <label class="check">
      <input type="checkbox" name={name} value="true" checked={isOn} /> {children}
    </label>
  );
}

/** The channels of matches, in words. */
export function deliveryIn({ inbox, webhook, feed, email }: Delivery): string {
  const people = email?.recipients.length === 1 ? '1 person' : `${email?.recipients.length ?? 0} people`;
  const places = [
    inbox && 'the inbox',
    webhook && 'webhook endpoints',
    feed && 'a feed',
    email && `a ${email.frequency} digest to ${people}`,
  ].filter(Boolean);
  return places.length > 0 ? `Matches go to: ${places.join(', ')}` : 'Matches are only listed here';
}
