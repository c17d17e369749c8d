import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockForCommand } from './data-dir.lock.js';

describe('lockForCommand', () => {
  const newFolder = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'data');

  it('lets the second of two commands in when the first has ended, and says that it waits', async () => {
    const folder = newFolder();
    const said: string[] = [];
    const unlock = await lockForCommand(folder, () => undefined);
    const second = lockForCommand(folder, (line) => {
      said.push(line);
      unlock();
    });
    (await second)();
    expect(said).toEqual([`Another command uses the data in ${folder}. Waiting for its end ...`]);
  });

  it('keeps no command waiting that uses other data', async () => {
    const said: string[] = [];
    const unlock = await lockForCommand(newFolder(), () => undefined);
    const unlockOther = await lockForCommand(newFolder(), (line) => {
      said.push(line);
      unlock();
    });
    for (const each of [unlock, unlockOther]) each();
    expect(said).toEqual([]);
  });
});
