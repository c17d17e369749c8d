import type { Command } from 'commander';
import type { WebhookDeliveryView } from '#accounts/webhooks/webhook-deliveries.operations.js';
import type { WebhookEndpointView } from '#accounts/webhooks/webhook-endpoints.operations.js';
import { addTeamList, parse, print } from '../command-line.js';

const DAY_SECONDS = 86_400;

const actions = () => import('./webhook.actions.js');

/** Registers `webhook` with the commands for endpoints and their deliveries. */
export function registerWebhook(program: Command): void {
  const webhook = program.command('webhook').description('webhook endpoints and their deliveries');
  const listed = { items: 'endpoints', description: 'list the endpoints of a team', line: endpointLine };
  addTeamList(webhook, listed, async (team) => (await actions()).listEndpoints(team));
  registerCreate(webhook);
  registerSecret(webhook);
  registerTest(webhook);
  for (const [name, status] of [
    ['enable', 'enabled'],
    ['disable', 'disabled'],
  ] as const) {
    const command = ofEndpoint(webhook, name, `${name} an endpoint`);
    command.action(async (id: string) => {
      const endpoint = await (await actions()).setStatus(id, status);
      print(command, endpoint, [endpointLine(endpoint)]);
    });
  }
  const remove = ofEndpoint(webhook, 'delete', 'delete an endpoint and cancel its waiting deliveries');
  remove.action(async (id: string) => print(remove, await (await actions()).deleteEndpoint(id), ['Deleted']));
  registerDeliveries(webhook);
}

function registerCreate(webhook: Command): void {
  const create = webhook.command('create').description('create an endpoint; the secret is shown once');
  create.requiredOption('--team <team>', 'id of the team', parse.id);
  create.requiredOption('--url <url>', 'the address to which events are sent');
  create.option('--event <types...>', 'types of events, or * for all', ['*']);
  create.action(async ({ team, url, event }: { team: string; url: string; event: string[] }) => {
    const endpoint = await (await actions()).createEndpoint(team, url, event);
    print(create, endpoint, [endpointLine(endpoint), endpoint.secret]);
  });
}

function registerSecret(webhook: Command): void {
  const rotate = ofEndpoint(webhook, 'rotate', 'replace the secret of an endpoint; the new one is shown once');
  rotate.option(
    '--overlap <seconds>',
    'the time for which the old secret signs, too',
    parse.wholeNumber(),
    DAY_SECONDS,
  );
  rotate.action(async (id: string, { overlap }: { overlap: number }) => {
    const endpoint = await (await actions()).rotateSecret(id, overlap);
    print(rotate, endpoint, [endpoint.secret]);
  });
}

function registerTest(webhook: Command): void {
  const test = ofEndpoint(webhook, 'test', 'send an example to an endpoint and wait for the answer');
  test.option('--event <type>', 'the type of the example', 'webhook.test');
  test.action(async (id: string, { event }: { event: string }) => {
    const result = await (await actions()).testEndpoint(id, event);
    print(test, result, [`${result.error ?? 'succeeded'}  ${result.response_status ?? '-'}  ${result.duration_ms} ms`]);
  });
}

function registerDeliveries(webhook: Command): void {
  const deliveries = ofEndpoint(webhook, 'deliveries', 'list the newest hundred deliveries to an endpoint');
  deliveries.action(async (id: string) => {
    const found = await (await actions()).listDeliveries(id);
    print(deliveries, { deliveries: found }, found.map(deliveryLine));
  });
  const replay = webhook.command('replay').description('send a delivery again, once');
  replay.argument('<delivery>', 'id of the delivery', parse.id).action(async (id: string) => {
    const delivery = await (await actions()).replayDelivery(id);
    print(replay, delivery, [deliveryLine(delivery)]);
  });
}

const ofEndpoint = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).argument('<endpoint>', 'id of the endpoint', parse.id);

const endpointLine = ({ id, status, disabled_reason, url, event_types }: WebhookEndpointView): string =>
  [id, disabled_reason ?? status, url, event_types.join(',')].join('  ');

const deliveryLine = ({ id, created_at, status, event_type, attempts }: WebhookDeliveryView): string =>
  [id, created_at, status, event_type, `${attempts.length} attempts`].join('  ');
