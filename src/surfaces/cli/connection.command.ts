import type { Command } from 'commander';
import type { ListedConnection } from '#access/oauth/connections.service.js';
import { parse, print } from './command-line.js';

const actions = () => import('./connection.actions.js');

/** Registers `connection list` and `connection revoke`. */
export function registerConnection(program: Command): void {
  const connection = program.command('connection').description('assistants connected over OAuth');
  connection
    .command('list')
    .description("list a team's active connections, newest first")
    .requiredOption('--team <team>', 'id of the team', parse.id)
    .action(async ({ team }: { team: string }, command: Command) => {
      const { listConnections } = await actions();
      const connections = await listConnections(team);
      print(command, { connections }, connections.map(connectionLine));
    });
  connection
    .command('revoke')
    .description('disconnect an assistant at once')
    .argument('<connection>', 'id of the connection', parse.id)
    .action(async (id: string, _options: object, command: Command) => {
      const { revokeConnection } = await actions();
      await revokeConnection(id);
      print(command, { id, revoked: true }, ['disconnected']);
    });
}

function connectionLine(connection: ListedConnection): string {
  const { credit_budget: budget, spent_last_30_days: spent } = connection;
  const spending = budget === null ? 'cannot spend' : `spent ${spent} of ${budget} in 30 days`;
  return `${connection.id}  ${connection.user_email}, ${spending}  ${connection.client_name}`;
}
