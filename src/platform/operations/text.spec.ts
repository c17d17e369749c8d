import { textFaultIn } from './text.js';

describe('a value that PostgreSQL cannot store', () => {
  it.each([
    ['a NUL in a text', ['a', ['b\0']], 'nul_character'],
    ['a NUL in the name of a field', [{ a: { 'b\0': 1 } }], 'nul_character'],
    ['half of a surrogate pair in a text', { a: '\ud800' }, 'lone_surrogate'],
    ['half of a surrogate pair in the name of a field', { a: { '\udfff': 1 } }, 'lone_surrogate'],
  ])('is recognized by %s', (_, value, code) => expect(textFaultIn(value)).toMatchObject({ code }));

  it.each([['text'], [7], [null], [{ 'a b': ['é', { '𝄞': true }] }]])('is not %j', (value) =>
    expect(textFaultIn(value)).toBeNull(),
  );
});
