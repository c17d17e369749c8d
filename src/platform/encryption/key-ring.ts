import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** A ciphertext that no configured key opens, or that does not belong to this row. The message is for the operator. */
export class UnreadableCiphertext extends Error {}

/**
 * AES-256-GCM under a list of keys: the first encrypts, all decrypt. The context is additional authenticated data, so a
 * ciphertext opens only in the place for which it was made. A ciphertext is: version (1 byte), key id (4), IV (12),
 * tag (16), then the encrypted text.
 */
export class KeyRing {
  /** The ids of the keys, the first key first. */
  readonly ids: readonly string[];
  private readonly byId: ReadonlyMap<string, Buffer>;

  constructor(private readonly keys: readonly Buffer[]) {
    this.ids = keys.map(idOf);
    this.byId = new Map(keys.map((key) => [idOf(key), key]));
  }

  /** Encrypts with the first key. The same text becomes a different ciphertext each time. */
  encrypt(context: string, plaintext: string): Buffer {
    return this.encryptWith(() => randomBytes(IV_BYTES), context, plaintext);
  }

  /** Like `encrypt`, but deterministic: for texts whose equality may be visible. */
  encryptDeterministically(context: string, plaintext: string): Buffer {
    return this.encryptWith((key) => ivOf(key, context, plaintext), context, plaintext);
  }

  private encryptWith(chooseIv: (key: Buffer) => Buffer, context: string, plaintext: string): Buffer {
    const [key] = this.keys;
    if (!key) throw new Error('There is no encryption key.');
    const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(idOf(key), 'hex')]);
    const iv = chooseIv(key);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(additionalData(header, context));
    const encrypted = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
  }

  /** @throws UnreadableCiphertext */
  decrypt(context: string, ciphertext: Buffer): string {
    const header = ciphertext.subarray(0, HEADER_BYTES);
    const key = header[0] === VERSION ? this.byId.get(header.subarray(1).toString('hex')) : undefined;
    if (!key) throw new UnreadableCiphertext(`ENCRYPTION_KEYS lacks the key that encrypted ${context}.`);
    const [iv, tag, encrypted] = [
      ciphertext.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES),
      ciphertext.subarray(HEADER_BYTES + IV_BYTES, HEADER_BYTES + IV_BYTES + TAG_BYTES),
      ciphertext.subarray(HEADER_BYTES + IV_BYTES + TAG_BYTES),
    ];
    try {
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(additionalData(header, context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    } catch {
      throw new UnreadableCiphertext(`The ciphertext of ${context} was changed or belongs to another row.`);
    }
  }
}

/** Identifies a key without revealing anything about it. */
const idOf = (key: Buffer): string =>
  createHmac('sha256', key)
    .update('encryption key id')
    .digest('hex')
    .slice(0, 2 * KEY_ID_BYTES);

/** An IV that only the same text has again. */
const ivOf = (key: Buffer, context: string, plaintext: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['iv', context, plaintext]))
    .digest()
    .subarray(0, IV_BYTES);

const additionalData = (header: Buffer, context: string): Buffer => Buffer.concat([header, Buffer.from(context)]);
