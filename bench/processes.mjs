import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;

/** Starts one of the processes in this folder. Its standard output is dropped; its standard error is shown. */
export function start(file, variables = {}, execArgv = []) {
  return fork(join(import.meta.dirname, file), [], {
    env: { PATH: process.env.PATH, ...variables },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Sends a message to a process and waits for its reply. */
export async function ask(child, message) {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}

/** The CPU time of a process so far, in microseconds. */
export async function cpuOf(child) {
  const { cpu } = await ask(child, ['cpu']);
  return cpu.user + cpu.system;
}

/** The CPU time of all PostgreSQL processes under `supervisorPid`, in microseconds. Null without /proc. */
export function postgresCpu(supervisorPid) {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(statOf);
    const family = new Set([supervisorPid]);
    for (let known = 0; known !== family.size;) {
      known = family.size;
      for (const { pid, parent } of stats) if (family.has(parent)) family.add(pid);
    }
    const ticks = stats
      .filter(({ pid, name }) => family.has(pid) && name.startsWith('postgres'))
      .reduce((sum, stat) => sum + stat.ticks, 0);
    return (ticks / TICKS_PER_SECOND) * 1e6;
  } catch {
    return null;
  }
}

function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    // The CPU time of an ended process is part of its parent's.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid: Number(pid), name, parent: Number(fields[1]), ticks }];
  } catch {
    return [];
  }
}

export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until an API answers that it is ready. */
export async function untilReady(port) {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The API did not become ready.');
}

/** Runs commands with variables of the environment. A command returns what it prints as JSON. */
export function commandsWith(variables) {
  const script = join(import.meta.dirname, '../dist/cli.js');
  return (...args) => {
    const env = { ...process.env, ...variables };
    const run = spawnSync(process.execPath, [script, '--json', ...args], { env, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout);
  };
}

/** The resident memory of a process in MB. */
export function memoryOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(kilobytes) / 1024);
}
