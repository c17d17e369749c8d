import type { VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import type { TeamMember } from '#accounts/teams/memberships.service.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { Page } from '#platform/operations/operation.result.js';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import { counted } from '#platform/text/counted.text.js';
import { upperFirst } from '#platform/text/first.letter.js';
import type { MatchView } from '#workspace/saved-searches/matches.operations.js';
import {
  type Delivery,
  type EmailDelivery,
  FREQUENCIES,
  type SentFilters,
  WEEKDAYS,
} from '#workspace/saved-searches/saved-search.types.js';
import type { SavedSearchView } from '#workspace/saved-searches/saved-searches.operations.js';
import { NEW_FORM } from '../kernel/form-state.js';
import {
  canBeSaved,
  filtersToSave,
  hrefOf,
  type OpportunityListQuery,
} from '../opportunities/opportunity-list.query.js';
import { bylineOf, OpportunityTitle } from '../opportunities/opportunity-parts.page.js';
import { Field, Select } from '../parts/fields.page.js';
import { filterLabelOf, filterValueOf, type ProductNames } from '../parts/filter-chips.page.js';
import { useFlash, useFormAt, usePage } from '../parts/page-context.js';
import {
  Badge,
  BeyondLastPage,
  ConfirmedForm,
  CopyButton,
  Form,
  IfMay,
  Notice,
  Pager,
  Submit,
  Time,
} from '../parts/parts.page.js';

/** A search may name many products. */
const MAX_SUMMARY_LENGTH = 300;

/** The form under the filters of the list of opportunities. Its address has them, so that a refused form shows the same list. */
export function SaveSearch({ query }: { query: OpportunityListQuery }): VNode {
  const [, filters] = hrefOf(query).split('?');
  const action = filters ? `${SEARCHES}?${filters}` : SEARCHES;
  const isRefused = useFormAt(action) !== NEW_FORM;
  if (!canBeSaved(query)) {
    return (
      <IfMay right="write">
        <p class="quiet">
          A list by assignee, of what is put off, or of chosen opportunities cannot be saved as a search.
        </p>
      </IfMay>
    );
  }
  return (
    <IfMay right="write">
      <details open={isRefused}>
        <summary>Save this search</summary>
        <Form action={action} className="filters">
          <input type="hidden" name="filters" value={JSON.stringify(filtersToSave(query))} />
          <Field name="name" label="Name" maxLength={100} required />
          <button type="submit">Save</button>
        </Form>
        <p class="quiet">
          New opportunities that fit are listed under <a href={SEARCHES}>saved searches</a> from now on.
        </p>
      </details>
    </IfMay>
  );
}

/** All searches of the team. */
export function SearchesPage({ page, names }: { page: Page<SavedSearchView>; names: ProductNames }): VNode {
  return (
    <>
      <h1>Saved searches</h1>
      {page.items.length === 0 && (
        <p>
          {page.pagination.page > 1 ? (
            <BeyondLastPage href={SEARCHES} />
          ) : (
            <>
              Your team has no saved searches yet. Filter the <a href="/app/opportunities">opportunities</a> and save
              the search.
            </>
          )}
        </p>
      )}
      <ul class="cards">
        {page.items.map((search) => (
          <li class="card" key={search.id}>
            <h2 class="title">
              <a href={`${SEARCHES}/${search.id}`}>{search.name}</a>{' '}
              {!search.is_enabled && <Badge tone="wait">off</Badge>}
            </h2>
            <p class="quiet">{summaryOf(search.filters, names)}</p>
            <p class="quiet">{deliveryIn(search.deliver)}</p>
            <p>
              {counted(search.matches_7_days, 'match', 'matches')} in 7 days
              {search.last_matched_at && (
                <>
                  , the latest <Time at={search.last_matched_at} minutes />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Pager pagination={page.pagination} href={(number) => `${SEARCHES}?page=${number}`} />
    </>
  );
}

interface SearchProps {
  search: SavedSearchView;
  matches: CursorPage<MatchView>;
  names: ProductNames;
  /** The people of the team, who may get digests. */
  members: readonly TeamMember[];
}

/** One search with its matches, the newest first. */
export function SearchPage({ search, matches, names, members }: SearchProps): VNode {
  const feed = useFlash('feed');
  const { id, name, filters, deliver, is_enabled } = search;
  const next = matches.pagination.next_cursor;
  return (
    <>
      <p>
        <a href={SEARCHES}>← Saved searches</a>
      </p>
      <h1>{name}</h1>
      {feed && <NewFeed address={feed} />}
      <p class="quiet">{summaryOf(filters, names)}</p>
      {may(usePage().team?.role, 'write') ? (
        <DeliveryForm search={search} members={members} />
      ) : (
        <p class="quiet">{deliveryIn(deliver)}</p>
      )}
      <IfMay right="write">
        <div class="row">
          <Form action={`${SEARCHES}/${id}/state`} className="inline">
            <input type="hidden" name="is_enabled" value={String(!is_enabled)} />
            <button type="submit">{is_enabled ? 'Turn off' : 'Turn on'}</button>
          </Form>
          <ConfirmedForm action={`${SEARCHES}/${id}/delete`} word="Delete">
            Delete the search and its matches
          </ConfirmedForm>
        </div>
      </IfMay>
      <h2>Matches</h2>
      {matches.data.length === 0 && <p>The search has found nothing since it was saved.</p>}
      <p>
        <a href={hrefOf({ asked: { ...filters }, view: 'status' in filters ? null : 'all' })}>
          All opportunities that match the filters, earlier ones too
        </a>
      </p>
      <ul class="home-list">
        {matches.data.map(({ opportunity, matched_at, updated }) => (
          <li key={opportunity.id}>
            <h3>
              <a href={`/app/opportunities/${opportunity.id}`} dir="auto">
                <OpportunityTitle title={opportunity.title} />
              </a>
            </h3>
            <p class="quiet">
              {opportunity.score} of 100 · <bdi>{bylineOf(opportunity)}</bdi>, {updated ? 'changed' : 'found'}{' '}
              <Time at={matched_at} minutes />
            </p>
          </li>
        ))}
      </ul>
      {next && (
        <p>
          <a href={`${SEARCHES}/${id}?cursor=${encodeURIComponent(next)}`} rel="next">
            Older matches
          </a>
        </p>
      )}
    </>
  );
}

/** The filters in one line. */
function summaryOf(filters: SentFilters, names: ProductNames): string {
  const parts = Object.entries(filters).map(([name, values]) => {
    if (name === 'watchlist' && values === true) return filterLabelOf(name);
    const shown = [values].flat().map((value) => filterValueOf(name, String(value), names));
    return `${filterLabelOf(name)}: ${shown.join(' or ')}`;
  });
  return parts.length > 0 ? clippedAtWord(parts.join(' · '), MAX_SUMMARY_LENGTH) : 'All opportunities';
}

/** The address of the saved searches. */
export const SEARCHES = '/app/searches';

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
}

/** The channels of a search's matches, and the form that changes them. */
function DeliveryForm({ search, members }: DeliveryFormProps): VNode {
  const { id, deliver: saved, feed_hint } = search;
  const refused = useFormAt(`${SEARCHES}/${id}/deliver`);
  const { inbox, webhook, feed, email } = refused === NEW_FORM ? saved : deliveryFrom(refused.values);
  return (
    <details class="delivery" open={refused !== NEW_FORM}>
      <summary>{deliveryIn(saved)}</summary>
      <Form action={`${SEARCHES}/${id}/deliver`}>
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
          <Submit look="primary">Save</Submit>
        </p>
      </Form>
      {saved.feed && (
        <Form action={`${SEARCHES}/${id}/rotate-feed`} className="row">
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
          <Select
            name="weekday"
            label="Day, if weekly"
            options={WEEKDAYS.map((day) => [day, upperFirst(day)])}
            chosen={chosen.weekday}
          />
          <Select
            name="hour"
            label={`Hour in ${chosen.time_zone.replaceAll('_', ' ')}`}
            options={HOURS.map((hour) => [hour, `${hour}:00`])}
            chosen={String(chosen.hour)}
          />
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

/** The fields of the form. */
export type DeliveryField =
  'inbox' | 'webhook' | 'feed' | 'frequency' | 'weekday' | 'hour' | 'time_zone' | 'recipients';

/** The delivery as the form sends it, with spaces between the recipients. Its values are not checked yet. */
export function deliveryFrom(sent: Partial<Record<DeliveryField, string>>): Delivery {
  const { frequency, weekday, hour, time_zone, recipients = '' } = sent;
  const email = {
    frequency,
    weekday,
    hour: Number(hour),
    time_zone,
    recipients: recipients.split(' ').filter(Boolean),
  };
  return {
    inbox: sent.inbox === 'true',
    webhook: sent.webhook === 'true',
    feed: sent.feed === 'true',
    email: frequency === '' ? null : (email as EmailDelivery),
  };
}

/** The channels of matches, in words. */
function deliveryIn({ inbox, webhook, feed, email }: Delivery): string {
  const people = counted(email?.recipients.length ?? 0, 'person', 'people');
  const places = [
    inbox && 'the inbox',
    webhook && 'webhook endpoints',
    feed && 'a feed',
    email && `a ${email.frequency} digest to ${people}`,
  ].filter(Boolean);
  return places.length > 0 ? `Matches go to: ${places.join(', ')}` : 'Matches are only listed here';
}
