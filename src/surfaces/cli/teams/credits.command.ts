import type { Command } from 'commander';
import { parse, print } from '../command-line.js';

const actions = () => import('./credits.actions.js');

/** Registers `credits grant` and `credits verify`. */
export function registerCredits(program: Command): void {
  const credits = program.command('credits').description('the credit ledger');
  credits
    .command('grant')
    .description('grant credits to a team')
    .argument('<team>', 'id of the team', parse.id)
    .argument('<amount>', 'credits to add', parse.credits)
    .requiredOption('--reason <reason>', 'the reason, recorded in the ledger', parse.text)
    .action(async (team: string, amount: number, { reason }: { reason: string }, command: Command) => {
      const { grantCredits } = await actions();
      const balance = await grantCredits(team, amount, reason);
      print(command, { team_id: team, credits_balance: balance }, [`balance ${balance}`]);
    });
  credits
    .command('verify')
    .description('check every rule of the ledger in the whole database; exit with 1 if one is violated')
    .action(async (_options: object, command: Command) => {
      const { verifyLedger } = await actions();
      const broken = await verifyLedger();
      const lines = broken.map(({ rule, team_id, detail }) => `broken: ${rule} (team ${team_id}, ${detail})`);
      print(command, { ok: broken.length === 0, broken }, broken.length === 0 ? ['The ledger is correct.'] : lines);
      if (broken.length > 0) process.exitCode = 1;
    });
}
