import { parse } from './command-line.js';

describe('the arguments of a command', () => {
  it('have times in UTC if they name no offset', () => {
    expect(parse.time('2026-01-01T10:00').toISOString()).toBe('2026-01-01T10:00:00.000Z');
  });

  it('have times in ISO 8601 alone', () => {
    expect(() => parse.time('Jan 1 2026')).toThrow('ISO 8601');
  });

  it('have names of one line', () => {
    expect(() => parse.text('Acme\nLtd')).toThrow('one line');
  });
});
