/**
 * In a process that the launcher has forked: runs `load` while the services start, then waits for the variables of the
 * services and sets them. A process that already has the variables does not wait for the launcher.
 */
export async function awaitEnvironment(load: () => Promise<unknown>): Promise<void> {
  const variables = new Promise((resolve) => process.once('message', resolve));
  process.channel?.ref();
  await load();
  Object.assign(process.env, await variables);
  process.channel?.unref();
}
