import { isEmailAddress } from './email.rule.js';

describe('an email address', () => {
  it.each([
    'ada@acme.example',
    'ada+one@sub.acme.example',
    ' ada@acme.example ',
    "o'hara@acme.example",
    'jürgen@käse.example',
  ])('may be %j', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    'a,b@acme.example',
    'a;b@acme.example',
    'ada@acme.example,eve@acme.example',
    'Ada <ada@acme.example>',
    '"ada"@acme.example',
    'ada@acme',
    'ada@acme..example',
    'ada@@acme.example',
    'ada@acme.example\r\nBcc: eve@acme.example',
    'ada\0@acme.example',
    `${'a'.repeat(250)}@acme.example`,
    '',
  ])('may not be %j', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });
});
