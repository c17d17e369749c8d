import { z } from 'zod';
import {
  optionalNumber,
  optionalText,
  optionalTime,
  optionalUrl,
  reasonOf,
  requiredId,
  requiredText,
  verbatimText,
} from './line.fields.js';

const line = z.object({
  name: requiredText(5),
  text: verbatimText(50),
  note: optionalText(50),
  url: optionalUrl(),
  time: optionalTime(),
  rating: optionalNumber(1, 5),
});
const sound = { name: 'Acme', text: 'Good.' };

function read(fields: object): unknown {
  const result = line.safeParse({ ...sound, ...fields });
  return result.success ? result.data : reasonOf(result.error);
}

describe('fields of a line', () => {
  it('treat absent, null and blank values as missing', () => {
    expect(read({ note: ' ', url: null })).toEqual({ ...sound, note: null, url: null, time: null, rating: null });
  });

  it('keep verbatim text exactly and trim a name', () => {
    expect(read({ name: ' A ', text: ' as it is\n' })).toMatchObject({ name: 'A', text: ' as it is\n' });
  });

  it.each([
    [101, '101'],
    [' a-1 ', 'a-1'],
    [2 ** 53, 'id must be text'],
    [1.5, 'id must be text'],
    [null, 'id is required'],
  ])('read the id %j as %j', (id, expected) => {
    const result = z.object({ id: requiredId(300) }).safeParse({ id });
    expect(result.success ? result.data.id : reasonOf(result.error)).toBe(expected);
  });

  it.each([
    [{ name: undefined }, 'name is required'],
    [{ name: null }, 'name is required'],
    [{ name: 7 }, 'name must be text'],
    [{ name: '  ' }, 'name is empty'],
    [{ name: 'too long' }, 'name is longer than 5 characters'],
    [{ text: 'nul \0' }, 'text holds a NUL character'],
    [{ text: 'half \ud83d pair' }, 'text holds half of a surrogate pair'],
    [{ note: ['a'] }, 'note must be text'],
    [{ rating: '4' }, 'rating must be a number'],
    [{ rating: 0 }, 'rating must be from 1 to 5'],
    [{ rating: 5.1 }, 'rating must be from 1 to 5'],
    [{ name: 1, text: 2 }, 'name must be text; text must be text'],
  ])('refuse %j', (fields, reason) => {
    expect(read(fields)).toBe(reason);
  });

  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:30:00+02:00', '2024-02-29T10:30:00.000Z'],
    ['2024-02-29 12:30', '2024-02-29T12:30:00.000Z'],
    ['2024-02-29T12:30:15.123456Z', '2024-02-29T12:30:15.123Z'],
    ['2024-02-29T12:30:15.5+01:00', '2024-02-29T11:30:15.500Z'],
    ['2024-02-29t12:30:15-0130', '2024-02-29T14:00:15.000Z'],
  ])('read the time %s', (time, instant) => {
    expect(read({ time })).toMatchObject({ time: instant });
  });

  it.each(['2023-02-29', '2024-13-01', '2024-01-01T24:00:00Z', '1969-12-31', '2100-01-01', 'yesterday', '1700000000'])(
    'refuse the time %s',
    (time) => {
      expect(read({ time })).toMatch(/^time is not an ISO 8601 date/);
    },
  );

  it.each([
    ['https://acme.example/a?b#c', 'https://acme.example/a?b#c'],
    ['HTTP://acme.example', 'HTTP://acme.example'],
    ['acme.example', 'https://acme.example'],
    ['müller.example:8080/a', 'https://müller.example:8080/a'],
  ])('read the address %s', (url, address) => {
    expect(read({ url })).toMatchObject({ url: address });
  });

  it.each(['N/A', '-'])('find no address in %s', (url) => {
    expect(read({ url })).toMatchObject({ url: null });
  });

  it.each(['javascript:alert(1)', 'ftp://acme.example', 'https://', 'not an address', '//acme.example', 'data:a.b,c'])(
    'refuse the address %s',
    (url) => {
      expect(read({ url })).toBe('url is not an http or https address');
    },
  );
});
