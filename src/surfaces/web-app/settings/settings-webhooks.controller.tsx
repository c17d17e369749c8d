import { Controller, Query } from '@nestjs/common';
import { teamEventTypes } from '#accounts/events/team-event.definition.js';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
} from '#accounts/webhooks/webhook-deliveries.operations.js';
import { WebhookDeliveries } from '#accounts/webhooks/webhook-deliveries.service.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookTestResult,
} from '#accounts/webhooks/webhook-endpoints.operations.js';
import { WebhookEndpoints } from '#accounts/webhooks/webhook-endpoints.service.js';
import { ApplicationError, invalidField } from '#platform/errors/application-error.js';
import { type Answer, fault, notice, redirect } from '../kernel/answers.js';
import type { Flash } from '../kernel/flash.js';
import { FormInput } from '../kernel/form-input.js';
import { Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Lists, TeamMember, Texts } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { ATTEMPT_FAULTS, WebhookDeliveryPage, WebhookEndpointPage } from './settings-webhook.page.js';
import { WebhooksPage } from './settings-webhooks.page.js';
import { settingsPage } from './settings.page.js';

const WEBHOOKS = '/app/settings/webhooks';
const ENDPOINT = `${WEBHOOKS}/:id`;
const DELIVERY = `${WEBHOOKS}/deliveries/:id`;
const ENDPOINTS_OF_PAGE = 100;
const DELIVERIES_OF_PAGE = 25;
const OLD_SECRET_SECONDS = 86_400;

@Controller()
export class WebhookPagesController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
    private readonly input: FormInput,
  ) {}

  @Page(WEBHOOKS, { operation: listWebhookEndpoints })
  async list(@Member() { team }: TeamMember): Promise<Answer> {
    const { items } = await this.endpoints.list(team.id, { page: 1, page_size: ENDPOINTS_OF_PAGE });
    return settingsPage('webhooks', <WebhooksPage endpoints={items} types={teamEventTypes()} />);
  }

  @Form(WEBHOOKS, { operation: createWebhookEndpoint, page: WEBHOOKS, proof: true })
  async create(
    @Member() { team }: TeamMember,
    @Fields('url', 'event_types[]', 'description')
    fields: Texts<'url' | 'description'> & Lists<'event_types'>,
  ): Promise<Answer> {
    const { url, description } = fields;
    const event_types = fields.event_types.includes('*') ? ['*'] : fields.event_types;
    const sent = { url, event_types, ...(description && { description }) };
    const { body } = this.input.validate(createWebhookEndpoint, { body: sent });
    const { id, secret } = await this.endpoints.create(team.id, body).catch(refuseAddress);
    return redirect(`${WEBHOOKS}/${id}`, { kind: 'key', text: secret });
  }

  @Page(DELIVERY, { operation: getWebhookDelivery })
  async showDelivery(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    return settingsPage('webhooks', <WebhookDeliveryPage delivery={await this.deliveries.get(team.id, id)} />);
  }

  @Form(`${DELIVERY}/replay`, { operation: replayWebhookDelivery, page: DELIVERY })
  async replay(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    const { id: replayed } = await this.deliveries.replay(team.id, id);
    const text = 'The delivery is being sent again. Reload the page to see the answer.';
    return redirect(`${WEBHOOKS}/deliveries/${replayed}`, text);
  }

  @Page(ENDPOINT, { operation: listWebhookDeliveries })
  async show(@Member() { team }: TeamMember, @Id() id: string, @Query() sent: RawQuery): Promise<Answer> {
    const query = { ...sent, page_size: DELIVERIES_OF_PAGE };
    const input = this.input.validate(listWebhookDeliveries, { path: { id }, query });
    const [endpoint, log] = await Promise.all([
      this.endpoints.get(team.id, id),
      this.deliveries.list(team.id, id, input.query),
    ]);
    return settingsPage('webhooks', <WebhookEndpointPage endpoint={endpoint} log={log} />);
  }

  @Form(`${ENDPOINT}/test`, { operation: testWebhookEndpoint, page: ENDPOINT, failure: 'flash' })
  async test(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    return redirect(`${WEBHOOKS}/${id}`, outcomeOf(await this.deliveries.test(team.id, id, 'webhook.test')));
  }

  @Form(`${ENDPOINT}/rotate`, { operation: rotateWebhookSecret, page: ENDPOINT, failure: 'flash', proof: true })
  async rotate(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    const { secret } = await this.endpoints.rotateSecret(team.id, id, OLD_SECRET_SECONDS);
    return redirect(`${WEBHOOKS}/${id}`, { kind: 'key', text: secret });
  }

  @Form(`${ENDPOINT}/status`, { operation: updateWebhookEndpoint, page: ENDPOINT, failure: 'flash' })
  async setStatus(
    @Member() { team }: TeamMember,
    @Id() id: string,
    @Fields('status') fields: Texts<'status'>,
  ): Promise<Answer> {
    const status = fields.status === 'enabled' ? 'enabled' : 'disabled';
    await this.endpoints.update(team.id, id, { status });
    return redirect(`${WEBHOOKS}/${id}`, `The endpoint is ${status}.`);
  }

  @Form(`${ENDPOINT}/delete`, { operation: deleteWebhookEndpoint, page: ENDPOINT })
  async delete(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.endpoints.delete(team.id, id);
    return redirect(WEBHOOKS, 'The endpoint was deleted.');
  }
}

/** @throws a fault of the field for a refused address */
function refuseAddress(error: unknown): never {
  const isRefusal = error instanceof ApplicationError && error.details?.reason === 'endpoint_refused';
  if (!isRefusal) throw error;
  const isScheme = error.details?.cause === 'scheme';
  throw invalidField('url', isScheme ? 'Enter an address that begins with https://' : error.message);
}

function outcomeOf({ succeeded, response_status, duration_ms, error }: WebhookTestResult): Flash {
  if (succeeded) return notice(`The test succeeded: status ${response_status} after ${duration_ms} ms.`);
  const reason = response_status === null ? ATTEMPT_FAULTS[error ?? 'connection'] : `status ${response_status}`;
  return fault(`The test failed after ${duration_ms} ms: ${reason}.`);
}
