import type { Command } from 'commander';
import { parse, print } from '../command-line.js';

const actions = () => import('./plan.actions.js');

/** Registers `plan requests`, `plan grant` and `plan decline`. */
export function registerPlan(program: Command): void {
  const plan = program.command('plan').description('the plans that teams ask for');
  const requests = plan.command('requests').description('list the open requests, then the last decided ones');
  requests.action(async () => {
    const found = await (await actions()).listPlanRequests();
    const lines = found.map(
      ({ id, requested_at, state, current_tier, tier, team_id, team_name }) =>
        `${id}  ${requested_at.toISOString()}  ${state}  ${current_tier} to ${tier}  ${team_id}  ${team_name}`,
    );
    print(requests, { requests: found }, lines.length === 0 ? ['No team has asked for a plan.'] : lines);
  });
  const grant = plan.command('grant').description('give the team the plan that it asks for');
  grant.argument('<request>', 'id of the request', parse.id).action(async (id: string) => {
    const { teamId, tier } = await (await actions()).grantPlan(id);
    print(grant, { id, team_id: teamId, plan: tier, state: 'granted' }, [`team ${teamId} has the plan ${tier}`]);
  });
  const decline = plan.command('decline').description('decline a request; the owners of the team get a mail');
  decline.argument('<request>', 'id of the request', parse.id).action(async (id: string) => {
    const { teamId, tier } = await (await actions()).declinePlan(id);
    print(decline, { id, team_id: teamId, plan: tier, state: 'declined' }, ['declined']);
  });
}
