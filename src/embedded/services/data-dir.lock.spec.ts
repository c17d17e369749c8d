import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockForCommand } from './data-dir.lock.js';

describe('lockForCommand', () => {
  const newFolder = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'data');

  it('lets the second of two commands in when the first has ended, and says that it waits', async () => {
    const folder = newFolder();
    const events: string[] = [];
    const unlock = await lockForCommand(folder, () => undefined);
    const second = lockForCommand(folder, (line) => {
      events.push(line);
      unlock();
    });
    (await second)();
    expect(events).toEqual([`Another command uses the data in ${folder}. Waiting for its end ...`]);
  });

  it('keeps no command waiting that uses other data', async () => {
    const unlocks = await Promise.all(
      [newFolder(), newFolder()].map((folder) => lockForCommand(folder, () => undefined)),
    );
    for (const unlock of unlocks) unlock();
    expect(unlocks).toHaveLength(2);
  });
});
