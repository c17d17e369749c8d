import { Command, CommanderError } from 'commander';
import { EnvError } from '#config/env.js';
import { VERSION } from '#config/version.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { registerAnalyze } from './analyze.command.js';
import { registerAudit } from './audit.command.js';
import { CommandFailure, WrongCall } from './command-line.js';
import { registerBackup } from './backup.command.js';
import { registerCompletion } from './completion.command.js';
import { registerConnection } from './connection.command.js';
import { registerCredits } from './credits.command.js';
import { registerDigest } from './digest.command.js';
import { registerEvents } from './events.command.js';
import { registerImport } from './import.command.js';
import { registerKey } from './key.command.js';
import { registerMail } from './mail.command.js';
import { registerMember } from './member.command.js';
import { registerMigrate } from './migrate.command.js';
import { registerPerson } from './person.command.js';
import { registerProducts } from './product.command.js';
import { registerReport } from './report.command.js';
import { registerSecrets } from './secrets.command.js';
import { registerStatus } from './status.command.js';
import { registerSuppress } from './suppress.command.js';
import { registerTeam } from './team.command.js';
import { registerUser } from './user.command.js';
import { registerWebhook } from './webhook.command.js';

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
    registerCredits,
    registerAudit,
    registerSuppress,
    registerPerson,
    registerProducts,
    registerImport,
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

/** Makes subcommands report invalid arguments like the program does. */
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
