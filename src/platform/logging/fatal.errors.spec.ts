import { EventEmitter } from 'node:events';
import { exitOnFatalErrors } from './fatal.errors.js';

describe('a process with an error that nothing catches', () => {
  it('logs it and exits with 1', () => {
    const [failing, exit, fatal] = [new EventEmitter(), jest.fn(), jest.fn()];
    exitOnFatalErrors({ fatal }, 'Api', Object.assign(failing, { exit }) as unknown as NodeJS.Process);
    const error = new Error('Connection terminated unexpectedly');
    failing.emit('uncaughtException', error);
    expect([fatal.mock.calls, exit.mock.calls]).toEqual([[[expect.any(String), error, 'Api']], [[1]]]);
  });
});
