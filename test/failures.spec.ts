import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '#api.module.js';
import { allFailures } from '#platform/errors/application-error.js';

const ROOT = join(import.meta.dirname, '../src');
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(ROOT, file), 'utf8') }));

describe('the catalogue of failures', () => {
  it('is the only source of failures of the contract', () => {
    const makers = sources.filter(({ source }) => source.includes('new ApplicationError('));
    expect(makers.map(({ file }) => file)).toEqual(['platform/errors/application-error.ts']);
  });

  it.each(allFailures().map((failure) => [failure.reason, failure] as const))(
    'shows %s with the fields it declares',
    (_, { reason, code, fields, optional, example }) => {
      const { message, details } = example();
      const named = reason === code ? [] : ['reason'];
      const always = Object.keys(fields).filter((field) => !optional.includes(field));
      expect(Object.keys(details ?? {})).toEqual([...named, ...always]);
      expect(message).not.toBe('');
    },
  );

  it('states cause and remedy of every failure that clients of the API get', () => {
    const silent = allFailures().filter(({ isInternal, cause, cure }) => !isInternal && !(cause && cure));
    expect(silent.map(({ reason }) => reason)).toEqual([]);
  });

  it('states the next step for every failure with one of the listed codes', () => {
    const codes = ['payment_required', 'rate_limited', 'not_found', 'internal_error'];
    const silent = allFailures().filter(({ code, nextStep }) => codes.includes(code) && !nextStep);
    expect(silent.map(({ reason }) => reason)).toEqual([]);
  });
});

describe('the envelope', () => {
  it('is written in one file', () => {
    // The reference only describes the envelope.
    const writers = sources.filter(
      ({ file, source }) => /success: (?:true|false)|"success"/.test(source) && !file.startsWith('surfaces/reference/'),
    );
    expect(writers.map(({ file }) => file)).toEqual(['platform/http/envelope.ts']);
  });
});
