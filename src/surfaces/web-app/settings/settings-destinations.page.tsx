import type { VNode } from 'preact';
import { isPaidTeam } from '#accounts/teams/plans.js';
import {
  type DestinationKind,
  type DestinationNews,
  KIND_NAMES,
  NEWS_OF,
} from '#workspace/destinations/destination.types.js';
import type { DestinationView } from '#workspace/destinations/destinations.operations.js';
import { Field, FieldFault } from '../parts/fields.page.js';
import { useForm, usePage } from '../parts/page-context.js';
import { Badge, Form, Submit, Table, Time } from '../parts/parts.page.js';
import { DISABLED_WORDS } from './disabled.words.js';

/** The page of the destinations of a team. */
export const DESTINATIONS = '/app/settings/destinations';

/** A saved search that can be chosen. */
export interface SearchChoice {
  id: string;
  name: string;
}

interface DestinationsView {
  destinations: readonly DestinationView[];
  searches: readonly SearchChoice[];
}

/** What each kind of news is, in words. */
export const NEWS_WORDS: Record<DestinationNews, [title: string, hint: string]> = {
  matches: ['Matches', 'new opportunities that a saved search finds, several in one message'],
  reports: ['Reports', 'finished reports of products that the team follows or asked for'],
  weekly: [
    'Weekly digest',
    'on Mondays: what rose and fell, and new people, for followed products; nothing new, nothing sent',
  ],
  qualified: [
    'Qualified opportunities',
    'each becomes a deal with a note; the contact follows if its email address is unlocked',
  ],
};

/** The destinations of a team, and the forms for new ones. */
export function DestinationsPage({ destinations, searches }: DestinationsView): VNode {
  const { team, refused: form } = usePage();
  // Both forms have the same address and fields, so only the refused one is shown again.
  const refused = form?.form.values.kind;
  return (
    <>
      <p>News in Slack, and opportunities in HubSpot.</p>
      {destinations.length > 0 && <DestinationTable destinations={destinations} />}
      {team && isPaidTeam(team) ? (
        <>
          {refused !== 'hubspot' && <NewSlack searches={searches} />}
          {refused !== 'slack' && <NewHubspot />}
        </>
      ) : (
        <p class="notice">
          Destinations come with a paid plan. <a href="/app/settings/plan">Compare the plans</a>
        </p>
      )}
    </>
  );
}

function DestinationTable({ destinations }: Pick<DestinationsView, 'destinations'>): VNode {
  return (
    <Table columns={['Destination', 'Sends', 'State', 'Last success']}>
      {destinations.map((destination) => (
        <tr key={destination.id}>
          <td>
            <a href={`${DESTINATIONS}/${destination.id}`}>{destination.name}</a>{' '}
            <span class="quiet">{KIND_NAMES[destination.kind]}</span>
          </td>
          <td data-label="Sends">{newsIn(destination)}</td>
          <td data-label="State">
            <DestinationState destination={destination} />
          </td>
          <td data-label="Last success">
            <Time at={destination.last_success_at} minutes />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export const newsIn = ({ news }: Pick<DestinationView, 'news'>): string =>
  news.map((each) => NEWS_WORDS[each][0]).join(', ') || 'On request';

/** Whether news is sent, and why not. */
export function DestinationState({ destination }: { destination: DestinationView }): VNode {
  const { status, disabled_reason: reason, last_failure } = destination;
  if (status === 'disabled') return <Badge tone="bad">{`off: ${DISABLED_WORDS[reason ?? 'manual']}`}</Badge>;
  return last_failure ? <Badge tone="wait">failing</Badge> : <Badge tone="good">on</Badge>;
}

function NewSlack({ searches }: Pick<DestinationsView, 'searches'>): VNode {
  return (
    <>
      <h2>Add a Slack channel</h2>
      <Form action={DESTINATIONS} className="stack wide-form">
        <input type="hidden" name="kind" value="slack" />
        <Field name="name" label="Name" hint="Such as the name of the channel." maxLength={100} required />
        <Field
          name="secret"
          label="Address of the incoming webhook"
          hint="In Slack: Your apps, Incoming Webhooks, Add New Webhook to Workspace. It begins with https://hooks.slack.com/services/."
          type="password"
          autocomplete="off"
          maxLength={2_048}
          required
        />
        <NewsPicker kind="slack" chosen={['matches']} />
        <SearchPicker searches={searches} chosen={[]} />
        <Submit look="primary">Add the channel</Submit>
      </Form>
    </>
  );
}

const HUBSPOT_SCOPES = [
  ...[
    'crm.objects.contacts.read',
    'crm.objects.contacts.write',
    'crm.objects.companies.read',
    'crm.objects.companies.write',
  ],
  ...['crm.objects.deals.read', 'crm.objects.deals.write', 'crm.schemas.deals.read', 'crm.schemas.deals.write'],
];

function NewHubspot(): VNode {
  return (
    <>
      <h2>Add a HubSpot account</h2>
      <Form action={DESTINATIONS} className="stack wide-form">
        <input type="hidden" name="kind" value="hubspot" />
        <Field name="name" id="hubspot-name" label="Name" value="HubSpot" maxLength={100} required />
        <Field
          name="secret"
          id="hubspot-secret"
          label="Access token of the private app"
          hint={`In HubSpot: Settings, Integrations, Private Apps. The app needs the scopes ${HUBSPOT_SCOPES.join(', ')}.`}
          type="password"
          autocomplete="off"
          maxLength={2_048}
          required
        />
        <NewsPicker kind="hubspot" chosen={['qualified']} />
        <Submit look="primary">Add the account</Submit>
      </Form>
    </>
  );
}

/** The news of a kind of destination as boxes. */
export function NewsPicker({ kind, chosen }: { kind: DestinationKind; chosen: readonly string[] }): VNode {
  const { values, faults } = useForm();
  const ticked = values.news?.split(' ') ?? chosen;
  return (
    <fieldset aria-describedby={'news' in faults ? 'news-fault' : undefined}>
      <legend>What is sent</legend>
      <FieldFault name="news" />
      <div class="ticks">
        {NEWS_OF[kind].map((each) => (
          <label class="tick" key={each}>
            <input type="checkbox" name="news" value={each} checked={ticked.includes(each)} />
            <span>
              {NEWS_WORDS[each][0]}
              <small> {NEWS_WORDS[each][1]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The saved searches whose matches are sent, as boxes; none for all. */
export function SearchPicker({ searches, chosen }: { searches: readonly SearchChoice[]; chosen: readonly string[] }) {
  const ticked = useForm().values.saved_search_ids?.split(' ') ?? chosen;
  if (searches.length === 0) return null;
  return (
    <fieldset>
      <legend>Only the matches of</legend>
      <FieldFault name="saved_search_ids" />
      <div class="ticks">
        {searches.map(({ id, name }) => (
          <label class="tick" key={id}>
            <input type="checkbox" name="saved_search_ids" value={id} checked={ticked.includes(id)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      <p class="hint">Without a choice: of all searches, also later ones.</p>
    </fieldset>
  );
}
