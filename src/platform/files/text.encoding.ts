import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16LE_MARK = Buffer.from([0xff, 0xfe]);
const UTF16BE_MARK = Buffer.from([0xfe, 0xff]);
/** Enough text to detect UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 64;
const XML_ENCODING = /^<\?xml\s[^>]*?encoding=["']([\w.-]+)["']/;

/** True if `name` is an encoding that files can be read in, such as `windows-1252`. */
export const isEncoding = (name: string): boolean => iconv.encodingExists(name);

/**
 * The encoding of a text that begins with `head`: that of its byte order mark, UTF-16 if every other byte is 0, the
 * encoding of an XML declaration, else UTF-8.
 */
export function detectEncoding(head: Buffer): string {
  if (head.subarray(0, 2).equals(UTF16LE_MARK)) return 'utf-16le';
  if (head.subarray(0, 2).equals(UTF16BE_MARK)) return 'utf-16be';
  const zeros = [0, 0];
  const sample = head.subarray(0, SAMPLE_BYTES);
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++;
  });
  const [even, odd] = zeros as [number, number];
  const many = sample.length / 4;
  if (odd > many && even < odd / 4) return 'utf-16le';
  if (even > many && odd < even / 4) return 'utf-16be';
  const declared = XML_ENCODING.exec(head.toString('latin1'))?.[1];
  return declared !== undefined && isEncoding(declared) ? declared : 'utf-8';
}

/** The text as UTF-8 without a byte order mark. UTF-8 passes unchanged, valid or not. */
export async function* toUtf8(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const isPlain = /^utf-?8$/i.test(encoding);
  const decoder = isPlain ? null : iconv.getDecoder(encoding);
  let isStart = true;
  for await (const chunk of bytes) {
    const text = decoder ? Buffer.from(decoder.write(chunk), 'utf8') : chunk;
    if (text.length === 0) continue;
    yield isStart && text.subarray(0, 3).equals(UTF8_MARK) ? text.subarray(3) : text;
    isStart = false;
  }
  const rest = decoder?.end();
  if (rest) yield Buffer.from(rest, 'utf8');
}

/** Records whether a text contains bytes that are not UTF-8, while it is read. */
export class Utf8Watch {
  isBroken = false;
  private rest = Buffer.alloc(0);

  async *watch(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.check(chunk);
      yield chunk;
    }
  }

  private check(chunk: Buffer): void {
    if (this.isBroken) return;
    const whole = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const end = lastCharacterEnd(whole);
    this.isBroken = !isUtf8(whole.subarray(0, end));
    this.rest = Buffer.from(whole.subarray(end));
  }
}

/** The end of the last whole character: at most three bytes of an incomplete one can follow. */
function lastCharacterEnd(text: Buffer): number {
  for (let back = 1; back <= Math.min(3, text.length); back++) {
    const byte = text[text.length - back]!;
    if (byte < 0x80) return text.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? text.length - back : text.length;
    }
  }
  return text.length;
}
