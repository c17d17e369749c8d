import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { TEAM_EVENT_TYPES } from '#accounts/events/team-event.definition.js';
import { listWebhookDeliveries } from '#accounts/webhooks/webhook-deliveries.operations.js';
import { WebhookDeliveries } from '#accounts/webhooks/webhook-deliveries.service.js';
import { createWebhookEndpoint, type WebhookTestResult } from '#accounts/webhooks/webhook-endpoints.operations.js';
import { WebhookEndpoints } from '#accounts/webhooks/webhook-endpoints.service.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import type { RefusalCause } from '#platform/egress/egress.error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { type Flash, Flashes } from '../parts/flash.js';
import { FormInput } from '../parts/form-input.js';
import { asExpectedFailure, formOf, type FormState } from '../parts/form-state.js';
import { type RawQuery, texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SettingsPages } from './settings-pages.js';
import { WebhookDeliveryPage } from './settings-webhook-delivery.page.js';
import { ATTEMPT_FAULTS, WebhookEndpointPage } from './settings-webhook.page.js';
import { WebhooksPage } from './settings-webhooks.page.js';
import { Visitors } from '../parts/visitor.js';

const WEBHOOKS = '/app/settings/webhooks';
const DELIVERIES = 25;

@Controller('app/settings/webhooks')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class WebhookPagesController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
    private readonly input: FormInput,
    private readonly flashes: Flashes,
  ) {}

  @Get()
  showAll(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendAll(request, response);
  }

  @Post()
  @NeedsProof()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, person } = await this.visitors.memberOf(request);
    demandRight(team, 'webhooks');
    demandVerified(person);
    const values = texts(request, 'url', 'event_types', 'description');
    const event_types = values.event_types.split(/[\s,]+/).filter(Boolean);
    let created: { id: string; secret: string };
    try {
      const sent = { url: values.url, event_types, ...(values.description && { description: values.description }) };
      const { body } = this.input.validate(createWebhookEndpoint, { body: sent });
      created = await this.endpoints.create(team.id, body);
    } catch (error) {
      return this.sendAll(request, response, values, asExpectedFailure(error));
    }
    await this.flashes.redirect(request, response, `${WEBHOOKS}/${created.id}`, { kind: 'key', text: created.secret });
  }

  @Get('deliveries/:id')
  async showDelivery(
    @Param('id', IdPipe) id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const team = await this.managedTeam(request);
    const delivery = await this.deliveries.get(team.id, id);
    await this.settings.send(request, response, 'webhooks', (context) => (
      <WebhookDeliveryPage delivery={delivery} context={context} />
    ));
  }

  @Post('deliveries/:id/replay')
  async replay(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const team = await this.managedTeam(request);
    const { id: replayed } = await this.deliveries.replay(team.id, id);
    const text = 'The delivery is being sent again. Reload the page to see the answer.';
    await this.flashes.redirect(request, response, `${WEBHOOKS}/deliveries/${replayed}`, { kind: 'notice', text });
  }

  @Get(':id')
  async show(
    @Param('id', IdPipe) id: string,
    @Query() sent: RawQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const team = await this.managedTeam(request);
    const { query } = this.input.validate(listWebhookDeliveries, {
      path: { id },
      query: { ...sent, page_size: DELIVERIES },
    });
    const [endpoint, log] = await Promise.all([
      this.endpoints.get(team.id, id),
      this.deliveries.list(team.id, id, query),
    ]);
    await this.settings.send(request, response, 'webhooks', (context) => (
      <WebhookEndpointPage endpoint={endpoint} log={log} context={context} />
    ));
  }

  @Post(':id/test')
  async test(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const team = await this.managedTeam(request);
    await this.done(request, response, id, async () =>
      outcomeOf(await this.deliveries.test(team.id, id, 'webhook.test')),
    );
  }

  @Post(':id/rotate')
  @NeedsProof()
  async rotate(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const team = await this.managedTeam(request);
    const text = async (): Promise<Flash> => {
      const { secret } = await this.endpoints.rotateSecret(team.id, id, 86_400);
      return { kind: 'key', text: secret };
    };
    await this.done(request, response, id, text);
  }

  @Post(':id/status')
  async setStatus(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const team = await this.managedTeam(request);
    const status = texts(request, 'status').status === 'enabled' ? 'enabled' : 'disabled';
    await this.done(request, response, id, async () => {
      await this.endpoints.update(team.id, id, { status });
      return { kind: 'notice', text: `The endpoint is ${status}.` };
    });
  }

  @Post(':id/delete')
  async delete(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const team = await this.managedTeam(request);
    await this.endpoints.delete(team.id, id);
    await this.flashes.redirect(request, response, WEBHOOKS, { kind: 'notice', text: 'The endpoint was deleted.' });
  }

  private async managedTeam(request: Request) {
    const { team } = await this.visitors.memberOf(request);
    demandRight(team, 'webhooks');
    return team;
  }

  /** Shows the outcome on the page of the endpoint. */
  private async done(request: Request, response: Response, id: string, work: () => Promise<Flash>): Promise<void> {
    const flash = await work().catch((error: unknown): Flash => {
      const { status, message } = asExpectedFailure(error);
      if (status === 404) throw error;
      return { kind: 'fault', text: `${message}.` };
    });
    await this.flashes.redirect(request, response, `${WEBHOOKS}/${id}`, flash);
  }

  private async sendAll(
    request: Request,
    response: Response,
    values: Record<string, string> = {},
    failure?: ApplicationError,
  ): Promise<void> {
    const team = await this.managedTeam(request);
    const { items } = await this.endpoints.list(team.id, { page: 1, page_size: 100 });
    const view = { endpoints: items, types: TEAM_EVENT_TYPES, form: formAfter(values, failure) };
    const page = (context: Parameters<Parameters<SettingsPages['send']>[3]>[0]) => (
      <WebhooksPage {...view} context={context} />
    );
    await this.settings.send(request, response, 'webhooks', page, failure);
  }
}

/** The form of a new endpoint. A refused address is a fault of its field. */
function formAfter(values: Record<string, string>, failure?: ApplicationError): FormState {
  const form = formOf(values, failure);
  const cause = REFUSALS[failure?.details?.cause as RefusalCause];
  return cause ? { ...form, fault: undefined, faults: { url: cause }, focus: 'url' } : form;
}

const REFUSALS: Partial<Record<RefusalCause, string>> = {
  scheme: 'The address must begin with https.',
  credentials: 'The address must have no user name and no password.',
  port: 'The port must be 443 or 8443.',
  host: 'The address needs a public host name.',
  host_not_allowed: 'The operator of this service does not allow this host.',
  private_address: 'The address leads to a private network.',
  unresolvable: 'The host name cannot be found.',
  own_address: 'This is the address of Qualm itself.',
};

function outcomeOf({ succeeded, response_status, duration_ms, error }: WebhookTestResult): Flash {
  if (succeeded)
    return { kind: 'notice', text: `The test succeeded: status ${response_status} after ${duration_ms} ms.` };
  const reason = response_status === null ? ATTEMPT_FAULTS[error ?? 'connection'] : `status ${response_status}`;
  return { kind: 'fault', text: `The test failed after ${duration_ms} ms: ${reason}.` };
}
