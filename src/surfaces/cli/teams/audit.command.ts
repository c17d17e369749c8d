import type { Command } from 'commander';
import type { AuditRow } from './audit.actions.js';
import { addTeamList } from '../command-line.js';

const actions = () => import('./audit.actions.js');

/** Registers `audit list`. */
export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('the changes in a team and their authors');
  const listed = { items: 'entries', description: "list a team's latest 1,000 entries, newest first", line: entryLine };
  addTeamList(audit, listed, async (team) => (await actions()).listAuditLog(team));
}

function entryLine(entry: AuditRow): string {
  const actor = [entry.actor_kind, entry.actor_name].filter(Boolean).join(' ');
  const target = [entry.target_type, entry.target_name ?? entry.target_id].filter(Boolean).join(' ');
  const changes = Object.keys(entry.changes).length > 0 ? `  ${JSON.stringify(entry.changes)}` : '';
  return `${entry.created_at.toISOString()}  ${entry.action}  by ${actor}  ${target}${changes}`.trimEnd();
}
