import type { Command } from 'commander';
import type { ListedConnection } from '#access/oauth/connections.service.js';
import { addRevoke, addTeamList } from '../command-line.js';

const actions = () => import('./connection.actions.js');

/** Registers `connection list` and `connection revoke`. */
export function registerConnection(program: Command): void {
  const connection = program.command('connection').description('assistants connected over OAuth');
  const listed = {
    items: 'connections',
    description: "list a team's active connections, newest first",
    line: connectionLine,
  };
  addTeamList(connection, listed, async (team) => (await actions()).listConnections(team));
  const revoked = { item: 'connection', description: 'disconnect an assistant at once', done: 'disconnected' };
  addRevoke(connection, revoked, async (id) => (await actions()).revokeConnection(id));
}

function connectionLine(connection: ListedConnection): string {
  const { credit_budget: budget, spent_last_30_days: spent } = connection;
  const spending = budget === null ? 'cannot spend' : `spent ${spent} of ${budget} in 30 days`;
  return `${connection.id}  ${connection.user_email}, ${spending}  ${connection.client_name}`;
}
