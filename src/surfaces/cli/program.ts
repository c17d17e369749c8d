import { Command, CommanderError } from 'commander';
import { EnvError } from '#config/env.js';
import { VERSION } from '#config/version.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { registerAnalyze } from './catalog/analyze.command.js';
import { registerAudit } from './teams/audit.command.js';
import { CommandFailure, WrongCall } from './command-line.js';
import { registerBackup } from './system/backup.command.js';
import { registerBilling } from './teams/billing.command.js';
import { registerCompletion } from './completion.command.js';
import { registerConnection } from './teams/connection.command.js';
import { registerCredits } from './teams/credits.command.js';
import { registerDigest } from './system/digest.command.js';
import { registerEvents } from './system/events.command.js';
import { registerImport } from './catalog/import.command.js';
import { registerKey } from './teams/key.command.js';
import { registerMail } from './system/mail.command.js';
import { registerMember } from './teams/member.command.js';
import { registerMigrate } from './system/migrate.command.js';
import { registerPerson } from './people/person.command.js';
import { registerProducts } from './catalog/product.command.js';
import { registerPlan } from './teams/plan.command.js';
import { registerReport } from './catalog/report.command.js';
import { registerSecrets } from './system/secrets.command.js';
import { registerSource } from './catalog/source.command.js';
import { registerStatus } from './system/status.command.js';
import { registerSuppress } from './people/suppress.command.js';
import { registerTeam } from './teams/team.command.js';
import { registerUser } from './people/user.command.js';
import { registerWebhook } from './teams/webhook.command.js';

const WRONG_CALL = 2;
const FAILURE = 1;

/**
 * Runs one command. Standard output belongs to the command; messages go to standard error.
 * @returns the exit code: 0, 1 for a failure, 2 for invalid arguments
 */
export async function runCommandLine(words: string[]): Promise<number> {
  const program = new Command('qualm')
    .description('The command line for operators')
    .version(VERSION, '--version', 'print the version')
    .option('--json', 'print one JSON object on standard output')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .exitOverride();
  for (const register of [
    registerStatus,
    registerTeam,
    registerUser,
    registerWebhook,
    registerMember,
    registerKey,
    registerConnection,
    registerPlan,
    registerBilling,
    registerCredits,
    registerAudit,
    registerSuppress,
    registerPerson,
    registerProducts,
    registerImport,
    registerSource,
    registerEvents,
    registerReport,
    registerMail,
    registerDigest,
    registerMigrate,
    registerBackup,
    registerSecrets,
    registerAnalyze,
    registerCompletion,
  ]) {
    register(program);
  }
  inherit(program);
  try {
    await program.parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Makes subcommands report invalid arguments like the program itself. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inherit(child);
  }
}

function exitCodeOf(error: unknown): number {
  // Commander has already printed the error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_CALL;
  const isExpected = error instanceof ApplicationError || error instanceof CommandFailure || error instanceof EnvError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isExpected ? message : `Failed: ${message}`}\n`);
  return error instanceof WrongCall ? WRONG_CALL : FAILURE;
}
