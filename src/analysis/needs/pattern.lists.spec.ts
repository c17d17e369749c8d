import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patternLists } from './pattern.lists.js';

describe('the lists of patterns', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patterns-'));
    file = join(folder, 'needs.txt');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (...lines: string[]): RegExp => {
    writeFileSync(file, lines.join('\n'));
    return patternLists(['needs.txt'], ['wish'], folder).wish;
  };

  it('read the lines of a section as alternatives, and named sections in their place', () => {
    const wish = read('[thing]', 'app', 'tool', '[wish]', '\\bneed an? {thing}\\b', 'x{2}');
    expect(['I NEED a tool', 'xx', 'need a toolbox'].map((text) => wish.test(text))).toEqual([true, true, false]);
  });

  it('respect the case of letters in a section that says so', () => {
    expect(read('[wish | flags -]', 'Need').test('need')).toBe(false);
  });

  it('are rejected with file and line for an unknown section', () => {
    expect(() => read('[wish]', 'need', 'a {thing}')).toThrow(`${file}:3: unknown section {thing}`);
  });

  it('are rejected with file and line for an invalid expression', () => {
    expect(() => read('[wish]', 'need', 'need (')).toThrow(`${file}:3: Invalid regular expression`);
  });

  it('are rejected without a section that is read', () => {
    expect(() => read('[thing]', 'app')).toThrow('No section [wish] in needs.txt');
  });
});
