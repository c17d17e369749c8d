import { EventEmitter } from 'node:events';
import { exitAtDeadline } from './shutdown.deadline.js';

describe('a process that is asked to stop', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const asked = (seconds: number) => {
    const [stopping, exit, said] = [new EventEmitter(), jest.fn(), jest.fn()];
    const env = { SHUTDOWN_NOTICE_SECONDS: 5, SHUTDOWN_GRACE_SECONDS: 10 };
    exitAtDeadline(env, said, Object.assign(stopping, { exit }) as unknown as NodeJS.Process);
    stopping.emit('SIGTERM');
    jest.advanceTimersByTime(seconds * 1_000);
    return { exit, said };
  };

  it('has its time for open work', () => {
    expect(asked(17).exit).not.toHaveBeenCalled();
  });

  it('ends after it, even if an unreachable server keeps it from closing', () => {
    const { exit, said } = asked(18);
    expect([exit.mock.calls, said.mock.calls.length]).toEqual([[[1]], 1]);
  });
});
