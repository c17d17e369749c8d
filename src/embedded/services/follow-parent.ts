/**
 * Preloaded into the processes of the launcher. When the launcher is gone for any reason, the process shuts down
 * gracefully, or exits after this time.
 */
const SHUTDOWN_MS = 20_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel to the launcher must not keep an otherwise finished process alive.
process.channel?.unref();
