/**
 * Preloaded into every process a launcher keeps: when the launcher is gone, however it went,
 * the process stops in good order, and at the latest after a while.
 */
const PATIENCE_MS = 20_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Waiting for the launcher must not keep a process alive that has nothing else to do.
process.channel?.unref();
