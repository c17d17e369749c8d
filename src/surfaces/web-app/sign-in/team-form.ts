import { invalidField } from '#platform/errors/application-error.js';
import { textFaultOf } from '#platform/operations/text.js';

export const MAX_TEAM_NAME_LENGTH = 100;

/** @throws 400 about `team` */
export function parseTeamName(text: string): string {
  const name = text.trim().slice(0, MAX_TEAM_NAME_LENGTH);
  if (name === '') throw invalidField('team', 'Enter a team name');
  const fault = textFaultOf(name);
  if (fault) throw invalidField('team', `The team name ${fault.message}`);
  return name;
}
