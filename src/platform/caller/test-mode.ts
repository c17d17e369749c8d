import { ContextVariable } from '#platform/context/context.variable.js';

/** The position of the version in the text of a UUID. */
const VERSION_AT = 14;
const TEST_VERSION = '8';

const testTeams = new ContextVariable<string>();

/** The id of the shadow team that a team has in test mode: its own id with the version 8 of RFC 9562. */
export const testTeamIdOf = (teamId: string): string =>
  teamId.slice(0, VERSION_AT) + TEST_VERSION + teamId.slice(VERSION_AT + 1);

/** Whether a team is the shadow of another one. Teams themselves have UUIDs of version 7. */
export const isTestTeam = (teamId: string): boolean => teamId[VERSION_AT] === TEST_VERSION;

/** The first characters of every id in the catalogue of the sandbox. */
export const SANDBOX_IDS = '7e570000-0000-4000-8000-';

/** Whether an id belongs to the catalogue of the sandbox. */
export const isSandboxId = (id: string): boolean => id.toLowerCase().startsWith(SANDBOX_IDS);

/** The shadow team for which the code in progress works; undefined in live mode. */
export const currentTestTeam = (): string | undefined => testTeams.get();

/**
 * Runs work for a team in the mode of the team. In test mode every statement reads and writes the sandbox instead of the
 * live catalogue. All work for a request or a job of one team runs inside.
 */
export function inModeOf<T>(teamId: string | null | undefined, work: () => T): T {
  const testTeam = teamId && isTestTeam(teamId) ? teamId : undefined;
  return testTeam === testTeams.get() ? work() : testTeams.run(testTeam, work);
}

/** A key of data that teams share in live mode. In test mode they share no data, so the key begins with the team. */
export function keyInMode(key: string): string {
  const testTeam = testTeams.get();
  return testTeam === undefined ? key : `${testTeam}:${key}`;
}

/** The key as it is in live mode, without the team that `keyInMode` put before it. */
export function keyInLiveMode(key: string): string {
  const first = key.indexOf(':');
  return first !== -1 && isTestTeam(key.slice(0, first)) ? key.slice(first + 1) : key;
}
