import { type Command, Option } from 'commander';
import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import { addTeamList, parse, print } from '../command-line.js';
import type { TeamMember } from './member.actions.js';

const actions = () => import('./member.actions.js');

/** Registers `member list`, `member add`, `member set-role` and `member remove`. */
export function registerMember(program: Command): void {
  const member = program.command('member').description('the people of a team and their roles');
  const listed = {
    items: 'members',
    description: 'list the people of a team, in the order of joining',
    line: memberLine,
  };
  addTeamList(member, listed, async (team) => (await actions()).listMembers(team));
  const role = (description: string) =>
    new Option('--role <role>', description).choices(MEMBER_ROLES).makeOptionMandatory();
  const add = ofTeam(member, 'add', 'add a person who has an account to a team, such as one without an owner');
  add.addOption(role('the role in the team'));
  add.action(async (email: string, { team, role }: { team: string; role: MemberRole }) => {
    await (await actions()).addMember(team, email, role);
    print(add, { team_id: team, email, role, added: true }, [`Added as ${role}.`]);
  });
  const setRole = ofTeam(member, 'set-role', 'change the role of a person, from the next request on');
  setRole.addOption(role('the new role'));
  setRole.action(async (email: string, { team, role }: { team: string; role: MemberRole }) => {
    const before = await (await actions()).setMemberRole(team, email, role);
    print(setRole, { team_id: team, email, role, role_before: before }, [`${role}, was ${before}`]);
  });
  const remove = ofTeam(member, 'remove', 'remove a person from a team and disconnect their assistants');
  remove.action(async (email: string, { team }: { team: string }) => {
    const ended = await (await actions()).removeMember(team, email);
    const line = `Removed: ${ended.connections_ended} connections ended. The API keys of the team still work.`;
    print(remove, { team_id: team, email, removed: true, ...ended }, [line]);
  });
}

const ofTeam = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .argument('<email>', 'email address of the person')
    .requiredOption('--team <team>', 'id of the team', parse.id);

const memberLine = ({ id, email, role }: TeamMember): string => `${id}  ${email}  ${role}`;
