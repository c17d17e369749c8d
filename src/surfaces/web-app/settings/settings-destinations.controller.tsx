import { Controller, Query } from '@nestjs/common';
import { ApplicationError, invalidField } from '#platform/errors/application-error.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { DestinationRefusal } from '#workspace/destinations/destinations.failures.js';
import { DestinationDeliveries } from '#workspace/destinations/destination-deliveries.service.js';
import {
  createDestination,
  deleteDestination,
  type DestinationDeliveryView,
  listDestinationDeliveries,
  listDestinations,
  retryDestinationDelivery,
  testDestination,
  updateDestination,
} from '#workspace/destinations/destinations.operations.js';
import { Destinations } from '#workspace/destinations/destinations.service.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { type Answer, fault, notice, redirect } from '../kernel/answers.js';
import type { Flash } from '../kernel/flash.js';
import { FormInput } from '../kernel/form-input.js';
import { Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Lists, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { DestinationPage } from './settings-destination.page.js';
import { DESTINATIONS, DestinationsPage, type SearchChoice } from './settings-destinations.page.js';
import { settingsPage } from './settings.page.js';

const DESTINATION = `${DESTINATIONS}/:id`;
const MAX_CHOICES = 100;
const DELIVERIES_OF_PAGE = 25;

@Controller()
export class DestinationPagesController {
  constructor(
    private readonly destinations: Destinations,
    private readonly deliveries: DestinationDeliveries,
    private readonly searches: SavedSearchesService,
    private readonly input: FormInput,
  ) {}

  @Page(DESTINATIONS, { operation: listDestinations })
  async list(@Member() { caller }: TeamMember): Promise<Answer> {
    const [{ items }, searches] = await Promise.all([
      this.destinations.list(caller.team.id, { page: 1, page_size: MAX_CHOICES }),
      this.choices(caller),
    ]);
    return settingsPage('destinations', <DestinationsPage destinations={items} searches={searches} />);
  }

  @Form(DESTINATIONS, { operation: createDestination, page: DESTINATIONS, proof: true })
  async create(
    @Member() { team }: TeamMember,
    @Fields('kind', 'name', 'secret', 'news[]', 'saved_search_ids[]')
    {
      kind,
      name,
      secret,
      news,
      saved_search_ids,
    }: Texts<'kind' | 'name' | 'secret'> & Lists<'news' | 'saved_search_ids'>,
  ): Promise<Answer> {
    const sent = { kind, name, secret, news, ...(saved_search_ids.length > 0 && { saved_search_ids }) };
    const { body } = this.input.validate(createDestination, { body: sent });
    const { id } = await this.destinations.create(team.id, body).catch(refuseSecret);
    return redirect(`${DESTINATIONS}/${id}`, 'The destination was added. Send a test to see that it works.');
  }

  @Form(`${DESTINATIONS}/deliveries/:id/retry`, {
    operation: retryDestinationDelivery,
    page: DESTINATIONS,
    failure: 'flash',
  })
  async retry(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    const { destination_id } = await this.deliveries.retry(team.id, id);
    return redirect(`${DESTINATIONS}/${destination_id}`, 'It is being sent again. Reload the page to see the outcome.');
  }

  @Page(DESTINATION, { operation: listDestinationDeliveries })
  async show(@Member() { caller }: TeamMember, @Id() id: string, @Query() sent: RawQuery): Promise<Answer> {
    const query = { ...sent, page_size: DELIVERIES_OF_PAGE };
    const input = this.input.validate(listDestinationDeliveries, { path: { id }, query });
    const [destination, log, searches] = await Promise.all([
      this.destinations.get(caller.team.id, id),
      this.deliveries.list(caller.team.id, id, input.query),
      this.choices(caller),
    ]);
    return settingsPage('destinations', <DestinationPage destination={destination} log={log} searches={searches} />);
  }

  @Form(DESTINATION, { operation: updateDestination, page: DESTINATION, proof: true })
  async change(
    @Member() { team }: TeamMember,
    @Id() id: string,
    @Fields('name', 'secret', 'news[]', 'saved_search_ids[]')
    { name, secret, news, saved_search_ids }: Texts<'name' | 'secret'> & Lists<'news' | 'saved_search_ids'>,
  ): Promise<Answer> {
    const chosen = saved_search_ids.length > 0 ? saved_search_ids : null;
    const sent = { name, news, saved_search_ids: chosen, ...(secret && { secret }) };
    const { body } = this.input.validate(updateDestination, { path: { id }, body: sent });
    await this.destinations.update(team.id, id, body).catch(refuseSecret);
    return redirect(`${DESTINATIONS}/${id}`, 'The destination was changed.');
  }

  @Form(`${DESTINATION}/test`, { operation: testDestination, page: DESTINATION, failure: 'flash' })
  async test(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    return redirect(`${DESTINATIONS}/${id}`, outcomeOf(await this.deliveries.test(team.id, id)));
  }

  @Form(`${DESTINATION}/status`, { operation: updateDestination, page: DESTINATION, failure: 'flash' })
  async setStatus(
    @Member() { team }: TeamMember,
    @Id() id: string,
    @Fields('status') fields: Texts<'status'>,
  ): Promise<Answer> {
    const status = fields.status === 'enabled' ? 'enabled' : 'disabled';
    await this.destinations.update(team.id, id, { status });
    return redirect(`${DESTINATIONS}/${id}`, `The destination is ${status}.`);
  }

  @Form(`${DESTINATION}/delete`, { operation: deleteDestination, page: DESTINATION })
  async delete(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.destinations.delete(team.id, id);
    return redirect(DESTINATIONS, 'The destination was deleted.');
  }

  private async choices(caller: TeamCaller): Promise<SearchChoice[]> {
    return (await this.searches.list(caller, { page: 1, page_size: MAX_CHOICES })).items;
  }
}

/** What to enter in place of a secret that was refused. */
const WANTED: Record<DestinationRefusal, string> = {
  not_slack: 'Enter the address of an incoming webhook of Slack, such as https://hooks.slack.com/services/T0/B0/X',
  address_refused: 'Enter another address: this service may not send requests to this one',
  not_a_token: 'Enter the access token of a private app of HubSpot, which begins with pat-',
};

/** @throws a fault of the field for a refused secret */
function refuseSecret(error: unknown): never {
  const isRefusal = error instanceof ApplicationError && error.details?.reason === 'destination_refused';
  throw isRefusal ? invalidField('secret', WANTED[error.details?.refusal as DestinationRefusal]) : error;
}

function outcomeOf({ status, detail }: DestinationDeliveryView): Flash {
  return status === 'succeeded' ? notice('The test succeeded.') : fault(`The test failed: ${detail ?? 'no answer'}.`);
}
