import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useAddresses, writeAddresses } from './addresses.file.js';

describe('the addresses of a data directory', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'addresses-'));

  it('are those of the last start', async () => {
    await writeAddresses(DATA_DIR, { PORT: '3000', PUBLIC_URL: 'http://localhost:3000' });
    await writeAddresses(DATA_DIR, { PORT: '4100', PUBLIC_URL: 'http://localhost:4100' });
    const environment: NodeJS.ProcessEnv = { DATA_DIR };
    useAddresses(environment);
    expect(environment).toEqual({ DATA_DIR, PORT: '4100', PUBLIC_URL: 'http://localhost:4100' });
  });

  it.each([{ PORT: '5000' }, { PUBLIC_URL: 'https://qualm.example' }])('do not replace %j', async (named) => {
    await writeAddresses(DATA_DIR, { PORT: '3000', PUBLIC_URL: 'http://localhost:3000' });
    const environment: NodeJS.ProcessEnv = { DATA_DIR, ...named };
    useAddresses(environment);
    expect(environment).toEqual({ DATA_DIR, ...named });
  });

  it('are left out before the first start', () => {
    const environment: NodeJS.ProcessEnv = { DATA_DIR: join(DATA_DIR, 'new') };
    useAddresses(environment);
    expect(environment).toEqual({ DATA_DIR: join(DATA_DIR, 'new') });
  });
});
