import fc from 'fast-check';
import { contactMaskOf } from './contact.mask.js';
import { growsFasterThanText } from '../../../test/support/growth.js';

const masked = (text: string): string => contactMaskOf(text)(text);

describe('the contact mask', () => {
  it.each([
    'jane.doe+x@acme.example',
    'jane (at) acme dot example',
    'jane [at] acme [dot] co [dot] uk',
    'jane{at}acme.example',
    'JANE AT ACME DOT EXAMPLE',
    'jane dot doe at acme dot example',
    'jane.doe at gmail.com',
    'jane @ acme . example',
    'jane＠acme．example',
    'jane&#64;acme&#46;example',
    'jane%40acme.example',
    'jane@ac\u200bme.ex\u00adample',
    'żółć@müller.example',
    '张伟@例子.公司',
    'jane@163.com',
    'a@b.c.d.acme.example',
  ])('hides the email address %s', (address) => {
    expect(masked(`Write to ${address}, please. Thanks`)).toBe('Write to [email hidden], please. Thanks');
  });

  it.each([
    '+49 170 1234567',
    '+1 (555) 123-4567',
    '+1.555.123.4567',
    '+44 (0)20 7946 0958',
    '+33 1 23 45 67 89',
    '+48 123 456 789',
    '+８１ ９０ １２３４ ５６７８',
    '+٤٩ ١٧٠ ١٢٣٤٥٦٧',
    '+4917012345678',
    '0049 170 1234567',
    '0170 1234567',
    '030/12345678',
    '07911 123456',
    '01 23 45 67 89',
    '06.12.34.56.78',
    '(555) 123-4567',
    '555-123-4567',
    '555.123.4567',
    '1-800-555-0199',
    '(11) 91234-5678',
    '138 1234 5678',
    '13812345678',
    '98765 43210',
    '8 (916) 123-45-67',
    '1300 123 456',
    '+49\u200b170\u20111234567',
  ])('hides the phone number %s', (number) => {
    expect(masked(`My line ${number}, evenings.`)).toBe('My line [phone hidden], evenings.');
  });

  it.each(['call 555-0199', 'Phone: 5551234567', 'reach me at 1234567', 'WhatsApp 98 765 432'])(
    'hides the number that is announced in %j',
    (text) => {
      expect(masked(`${text} any time`)).toMatch(/^[\p{L}: ]+ ?\[phone hidden\] any time$/u);
    },
  );

  it.each([
    'https://www.linkedin.com/in/jane-doe-123',
    'linkedin.com/in/jane',
    'https://x.com/jane_doe',
    'https://github.com/jane',
    'https://medium.com/@jane',
    'https://bsky.app/profile/jane.example',
    'https://www.linkedin.com/in/jane-doe-123/details/experience?name=Jane+Doe',
    'linkedin.com/pub/jane-doe/12/345/678',
    'https://api.whatsapp.com/send?phone=491701234567&text=Hi',
  ])('hides the profile %s', (address) => {
    expect(masked(`I am ${address} there`)).toBe('I am [profile hidden] there');
  });

  it('hides the known profile of the writer, however it is written', () => {
    const text = 'See HTTP://people.example/Jane or people.example/jane/.';
    expect(contactMaskOf(text, ['profile'], 'https://www.people.example/jane/')(text)).toBe(
      'See [profile hidden] or [profile hidden].',
    );
  });

  it.each(['https://people.example/jane-doe', 'https://people.example/a?b=(c)&d=[e]*+{1}|^$\\#~!,;:@é'])(
    'hides the known profile %s',
    (profile) => {
      expect(contactMaskOf('', ['profile'], profile)(`at ${profile} there`)).toBe('at [profile hidden] there');
    },
  );

  it.each([
    'Version 10.0.19045.3803 and v1.2.3.4.5.6.7.8',
    'the mobile version 12.4.1.2023 and react@18.2.0, core@1.2.beta',
    'It costs $5551234567 or 1 234 567 890 EUR, 1,234,567.89 USD, 99.99€',
    '+1,000,000 users and +10 000 000 rows',
    'On 2024-01-05, 05.06.2024, 5/6/2024, 01 02 2024 and 2024-01-05 10:11:12',
    'From 2011 2014 2017 2020 in C++ 2011 2014 2017',
    'at 192.168.100.200, 0.123456789, ISBN 978-3-16-148410-0, id 550e8400-e29b-41d4-a716-446655440000',
    'found it at acme.com, look at the dot com bubble, looking at gmail.com',
    'thanks @acme.social and @jane, 2 @ 9.99 each, 10 seats @ 3.50',
    'https://github.com/acme/tool and https://netflix.com/title',
    'call 1 000 000 times, call on 2024-01-05',
    'ORD-5551234567 and #0123456789 and 12345678901kg',
  ])('changes nothing in %j', (text) => {
    expect(masked(text)).toBe(text);
  });

  it('hides the kinds that it is asked to hide', () => {
    const text = 'jane@acme.example or +49 170 1234567';
    expect(contactMaskOf(text, ['phone'])(text)).toBe('jane@acme.example or [phone hidden]');
  });

  it('keeps a quote a part of the masked text, even if the quote cuts a number', () => {
    const text = 'It fails. Call +49 170 1234567 now. It fails.';
    const mask = contactMaskOf(text);
    expect([mask(text), mask('It fails. Call +49 170 12')]).toEqual([
      'It fails. Call [phone hidden] now. It fails.',
      'It fails. Call [phone hidden]',
    ]);
  });

  it('hides an address in any text around it', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(words, words, (before, after) => {
        const text = `${before} jane.doe@acme.example / +49 170 1234567 ${after}`;
        expect(masked(text)).not.toMatch(/doe@|1234567 /);
      }),
    );
  });

  it.each([
    ...[
      'a',
      '7',
      '٤',
      ' ',
      '\n',
      '\u00a0',
      '@',
      '.',
      '-',
      '_',
      '+',
      '(',
      ')',
      '/',
      '&',
      '&#0',
      '%',
      '\u200b',
      '\u0301',
    ],
    ...[
      'a@',
      'a@a.',
      '@a',
      ' at ',
      ' dot ',
      'a at a dot ',
      '[at]',
      '1 ',
      '1-',
      '+1',
      '0 1',
      '12345',
      '😀',
      '款',
      'x.com/',
    ],
    ...[
      'a@a.a.a.a.a.a.a.a.',
      'call ',
      'call 1',
      'https://',
      'github.com/a/',
      'linkedin.com/in/',
      'on my ',
      ' . ',
      ')(',
    ],
  ])('takes linear time for a long run of %j', (piece) => {
    const maskAll = (length: number): void => {
      const run = piece.repeat(length / piece.length);
      for (const text of [run, `jane@${run}x`, `${run}@acme.example`, `+49 ${run}x`]) masked(text);
    };
    expect(growsFasterThanText(maskAll, 100_000)).toBe(false);
  });
});
