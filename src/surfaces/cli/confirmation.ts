import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { CommandFailure } from './command-line.js';

/** What a command asks before it changes something for good. */
interface Question {
  /** Such as `Delete the product Acme?`. */
  question: string;
  /** What is printed after any other answer. */
  refused: string;
}

/**
 * Demands a terminal, or `--yes`, before the work begins. Exits with 2 if there is neither.
 * @returns whether the command has to ask
 */
export function asksBefore(command: Command, what: string, isYes: boolean | undefined): boolean {
  if (isYes) return false;
  if (!process.stdin.isTTY) {
    command.error(`error: ${what} asks for confirmation on a terminal; add --yes to do it without a question`);
  }
  return true;
}

/** @throws CommandFailure unless the operator types yes */
export async function confirm({ question, refused }: Question): Promise<void> {
  if ((await ask(`${question} Type yes: `)).trim() !== 'yes') throw new CommandFailure(refused);
}

/** Asks a question on the terminal. Standard output stays for the result. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
