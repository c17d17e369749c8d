import { readUpTo, retryAfterMs } from './answer.reader.js';

const NOW = Date.parse('2026-11-22T08:00:00Z');

describe('the body of an answer', () => {
  const body = () => new Response('four').body;

  it.each([
    ['whole if it is as long as allowed', 4, 'four', false],
    ['cut if it is longer', 3, 'fou', true],
  ])('is read %s', async (_, maxBytes, text, isCut) => {
    const read = await readUpTo(maxBytes, body());
    expect({ ...read, body: read.body.toString() }).toEqual({ body: text, isCut });
  });

  it('is empty if there is none', async () => {
    expect(await readUpTo(3, null)).toEqual({ body: Buffer.alloc(0), isCut: false });
  });

  it('is not read beyond the limit', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        pulled++;
        stream.enqueue(new Uint8Array(10));
      },
    });
    await readUpTo(15, endless);
    expect(pulled).toBeLessThan(5);
  });
});

describe('Retry-After', () => {
  it.each([
    ['in seconds', '60', 60_000],
    ['in parts of seconds', ' 1.5 ', 1_500],
    ['as a date', 'Sun, 22 Nov 2026 08:01:00 GMT', 60_000],
    ['as a date in the past', 'Sun, 22 Nov 2020 08:01:00 GMT', 0],
    ['in words', 'soon', null],
    ['as an empty text', '', null],
    ['not at all', null, null],
  ])('is read if it is given %s', (_, value, expected) => {
    expect(retryAfterMs(value, NOW)).toBe(expected);
  });
});
