import { identifyThemes, type KnownTheme, meaningKeyOf, type NamedTheme } from './theme.identity.js';

const PRODUCT = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const theme = (name: string, ...reviewIds: string[]): NamedTheme => ({ name, family: '', reviewIds });

/** The names of a report's themes by their ids, and the themes as the next report knows them. */
function report(themes: NamedTheme[], known: KnownTheme[] = [], productId = PRODUCT) {
  const identities = identifyThemes(themes, { productId, known });
  const ids = identities.map(({ theme_id }) => theme_id);
  const next = identities.map((each, index) => ({ ...each, reviewIds: new Set(themes[index]?.reviewIds) }));
  return { ids, known: next };
}

describe('the meaning of a name', () => {
  it.each([
    ['Crashes on upload', 'Crash on uploads'],
    ['Slow sync of files', 'File sync is slow'],
    ['Cannot open files', "Can't open a file"],
    ['Cannot open files', 'Does not open files'],
    ['Other bugs and crashes', 'Other crashes and bugs'],
  ])('is the same for "%s" and "%s"', (one, other) => {
    expect(meaningKeyOf(one)).toBe(meaningKeyOf(other));
  });

  it.each([
    ['Cannot open files', 'Opens files'],
    ['Slow sync', 'Slow search'],
    ['Other bugs', 'Bugs'],
    ['同期できない', '開けない'],
  ])('differs between "%s" and "%s"', (one, other) => {
    expect(meaningKeyOf(one)).not.toBe(meaningKeyOf(other));
  });
});

describe('the id of a theme', () => {
  it('is the same in every first report of a product, and another one for another product', () => {
    const [id] = report([theme('Crashes on upload', 'a')]).ids;
    expect(id).toMatch(UUID);
    expect(report([theme('Crash on uploads')]).ids).toEqual([id]);
    expect(report([theme('Crashes on upload')], [], '7e570000-0000-4000-8000-000000000102').ids).not.toEqual([id]);
  });

  it('stays when the name changes and the same reviews name the theme, even if it grows', () => {
    const first = report([theme('Crashes', 'a', 'b', 'c', 'd'), theme('Slow', 'e', 'f')]);
    const second = report([theme('Slow', 'e'), theme('App closes itself', 'a', 'b', 'c', 'x', 'y', 'z')], first.known);
    expect(second.ids).toEqual([first.ids[1], first.ids[0]]);
  });

  it('stays with the new name in the report after that', () => {
    const first = report([theme('Crashes', 'a', 'b')]);
    const second = report([theme('App closes itself', 'a', 'b')], first.known);
    expect(report([theme('App closes itself', 'x')], second.known).ids).toEqual(first.ids);
  });

  it('is new if the reviews are spread over several themes, or only a small part is left', () => {
    const first = report([theme('Crashes', 'a', 'b', 'c', 'd', 'e', 'f'), theme('Slow', 'g', 'h', 'i', 'j')]);
    const second = report([theme('Mixed', 'a', 'b', 'g', 'h'), theme('Part', 'c', 'd')], first.known);
    expect(second.ids.filter((id) => first.ids.includes(id))).toEqual([]);
  });

  it('is unique in a report, even if another theme has kept the id of the name', () => {
    const first = report([theme('Crashes', 'a', 'b')]);
    const second = report([theme('App closes itself', 'a', 'b')], first.known);
    const third = report(
      [theme('Crashes', 'x', 'y'), theme('App closes itself', 'a'), theme('Crash', 'z')],
      second.known,
    );
    expect(new Set(third.ids).size).toBe(3);
    expect(third.ids[1]).toBe(first.ids[0]);
  });
});
