import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommandLine } from '#surfaces/cli/program.js';

/** The built command line. */
export const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** The output of a command, and its exit code. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command in this process, with `env` as its only environment. It reads `input` from standard input. */
export async function runCommand(words: string[], env: NodeJS.ProcessEnv, input = ''): Promise<Ended> {
  const [environment, written] = [process.env, { stdout: '', stderr: '' }];
  const stdin = Readable.from([Buffer.from(input)]) as typeof process.stdin;
  const reading = jest.spyOn(process, 'stdin', 'get').mockReturnValue(stdin);
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text) => (written[name] += String(text)) !== ''),
  );
  process.env = env;
  try {
    return { code: await runCommandLine(words), ...written };
  } finally {
    process.env = environment;
    process.exitCode = undefined;
    for (const spy of [...spies, reading]) spy.mockRestore();
  }
}

/**
 * Runs a command in a separate process, which reads `input` from standard input. Slower than `runCommand` by a
 * second.
 */
export const spawnCommand = (words: string[], env: NodeJS.ProcessEnv, input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
