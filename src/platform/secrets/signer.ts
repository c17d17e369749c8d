import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretsService } from './secrets.service.js';

/** Signs texts with HMAC-SHA256 under one generated key, the same in every process. */
export class Signer {
  constructor(
    private readonly secrets: SecretsService,
    private readonly keyName: string,
  ) {}

  /** The signature of a text, as 43 characters of base64url. */
  async sign(text: string): Promise<string> {
    const key = await this.secrets.getKey(this.keyName);
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  /** Whether the signature is that of the text. Takes constant time. */
  async verify(text: string, signature: string): Promise<boolean> {
    const [given, expected] = [Buffer.from(signature), Buffer.from(await this.sign(text))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
