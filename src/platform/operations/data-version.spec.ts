import { DataVersion } from './data-version.js';

class Versions extends DataVersion {
  now = 'first';

  protected override read(): Promise<string> {
    return Promise.resolve(this.now);
  }
}

describe('the version of answers that may lack the commits of ten seconds', () => {
  let versions: Versions;
  const passTime = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);

  beforeEach(async () => {
    versions = new Versions(10_000);
    await versions.current();
  });
  afterEach(() => jest.restoreAllMocks());

  it('is not known before this time has passed', () => {
    expect([versions.last, versions.certain]).toEqual(['first', undefined]);
  });

  it('is known afterwards', () => {
    passTime(10_000);
    expect(versions.certain).toBe('first');
  });

  it('is not known again after a change', async () => {
    passTime(10_000);
    versions.now = 'second';
    await versions.current();
    expect([versions.last, versions.certain]).toEqual(['second', undefined]);
  });
});
