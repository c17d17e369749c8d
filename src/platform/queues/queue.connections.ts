import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Logger } from '@nestjs/common';
import { Queue, type QueueBase, Worker } from 'bullmq';

const QUIET_MS = 30_000;

/**
 * Logs once that queues have lost Redis and once that all of them have reconnected, and any other error at most every
 * 30 s. BullMQ prints each error of a queue that has no listener.
 */
class QueueConnections {
  private readonly log = new Logger('Queues');
  private readonly lost = new Set<QueueBase>();
  private readonly loggedAt = new Map<string, number>();

  watch(queue: QueueBase): void {
    queue.on('error', (error: Error) => this.lose(queue, error));
    const backend = queue.getBackend();
    backend.on('ready', () => this.regain(queue));
    backend.on('close', () => queue.closing && this.lost.delete(queue));
  }

  private lose(queue: QueueBase, error: Error): void {
    if (!isLoss(error)) return this.logOnce(`Queue ${queue.name}: ${error.message || String(error)}`);
    if (queue.closing) return;
    if (this.lost.size === 0) this.log.warn(`The queues have lost Redis: ${error.message || String(error)}`);
    this.lost.add(queue);
  }

  private regain(queue: QueueBase): void {
    if (this.lost.delete(queue) && this.lost.size === 0) this.log.log('The queues have reconnected to Redis');
  }

  private logOnce(line: string): void {
    const now = Date.now();
    if (now - (this.loggedAt.get(line) ?? 0) < QUIET_MS) return;
    this.loggedAt.set(line, now);
    this.log.warn(line);
  }
}

/** Errors of the system have a code in words, errors of Redis and of BullMQ's scripts have no code. */
const isLoss = (error: Error): boolean =>
  'syscall' in error || 'errors' in error || error.message === 'Connection is closed.';

const connections = new QueueConnections();

class WatchedQueue extends Queue {
  constructor(...options: ConstructorParameters<typeof Queue>) {
    super(...options);
    connections.watch(this);
  }
}

class WatchedWorker extends Worker {
  constructor(...options: ConstructorParameters<typeof Worker>) {
    super(...options);
    connections.watch(this);
  }
}

// Listeners that a module adds at its initialization would miss earlier errors.
BullModule.queueClass = WatchedQueue;
BullModule.workerClass = WatchedWorker;

/** The module with a queue, whose connection is logged. */
export const registerQueue = (name: string): DynamicModule => BullModule.registerQueue({ name });
