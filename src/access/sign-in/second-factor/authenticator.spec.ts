import { Secret } from 'otpauth';
import { hashOfRecoveryCode, newRecoveryCodes, setupOf, stepOf } from './authenticator.js';

/** The secret of the test vectors of RFC 6238. */
const SECRET = Secret.fromUTF8('12345678901234567890').base32;

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('follows RFC 6238 at second %d', (second, code) => {
    expect(stepOf(code, SECRET, 0, second * 1_000)).toBe(Math.floor(second / 30));
  });

  it('is valid one step early and late, and no more', () => {
    const at = (step: number) => stepOf('081804', SECRET, 0, (37_037_036 + step) * 30_000);
    expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, 37_037_036, 37_037_036, 37_037_036, null]);
  });

  it('is not valid for steps up to the last one', () => {
    expect(stepOf('287082', SECRET, 1, 59_000)).toBeNull();
  });

  it.each(['', '28708', '2870822', 'abcdef', '287083'])('is not %p', (code) => {
    expect(stepOf(code, SECRET, 0, 59_000)).toBeNull();
  });
});

describe('the setup of an authenticator app', () => {
  it('shows the secret in groups, and as an image', () => {
    const { secret, image } = setupOf(SECRET, 'ada@example.com');
    expect(secret.replaceAll(' ', '')).toBe(SECRET);
    expect(Buffer.from(image.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg /);
  });
});

describe('recovery codes', () => {
  it('are ten different ones of 120 bits', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    expect(codes.join(' ')).toMatch(/^(?:[a-z2-7]{4}(?:-[a-z2-7]{4}){5} ?){10}$/);
  });

  it('are equal in capitals and without hyphens', () => {
    const [code = ''] = newRecoveryCodes();
    expect(hashOfRecoveryCode(` ${code.toUpperCase().replaceAll('-', '')} `)).toEqual(hashOfRecoveryCode(code));
  });
});
