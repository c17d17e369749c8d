import { hasFewValues } from './json.size.js';

describe('a JSON text has few values', () => {
  it.each([
    ['with as many as allowed', '[1,2]', true],
    ['with one too many', '{"a":1,"b":2,"c":3}', false],
    ['with a level too many', '[[[1]]]', false],
    ['if brackets and commas are in a string', '"[[[[,,,,{{{{"', true],
    ['if they follow a quotation mark in a string', String.raw`"\"[[[,,,"`, true],
    ['not if they follow a backslash at the end of a string', String.raw`["\\",[[1]]]`, false],
    ['if it is no JSON', 'hello', true],
  ])('%s', (_, text, hasFew) => {
    expect(hasFewValues(text, 3)).toBe(hasFew);
  });
});
