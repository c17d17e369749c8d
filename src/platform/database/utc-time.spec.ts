import fc from 'fast-check';
import { utcTimeIn } from './utc-time.js';

const BOUNDS = {
  min: new Date('1000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
};

describe('a time in UTC as PostgreSQL writes it', () => {
  it('is read to the millisecond', () => {
    fc.assert(
      fc.property(fc.date(BOUNDS), fc.stringMatching(/^[0-9]{0,3}$/), (time, micros) => {
        const [day, clock = ''] = time.toISOString().split('T');
        expect(utcTimeIn(`${day} ${clock.slice(0, -1)}${micros}+00`)).toEqual(time);
      }),
    );
  });

  it.each(['2026-11-23 06:29:39+00', '2026-11-23 06:29:39.5+00', '2026-11-23 06:29:39.50+00'])(
    'is read from %j',
    (text) => {
      expect(utcTimeIn(text)).toEqual(new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`));
    },
  );

  it.each([
    'infinity',
    '2026-11-23 06:29:39+05:30',
    '12026-11-23 06:29:39+00',
    '0044-03-15 00:00:00+00 BC',
    '0999-01-01 00:00:00+00',
  ])('is not %j', (text) => {
    expect(utcTimeIn(text)).toBeNull();
  });
});
