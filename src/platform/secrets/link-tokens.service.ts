import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newSecret } from './random.secret.js';
import { SecretsService } from './secrets.service.js';

const TOKEN = /^([\w.-]+)\.([\w-]{43})$/;
const SEPARATOR = '.';

/** Signed tokens of links that work without a login and do not expire. */
@Injectable()
export class LinkTokens {
  constructor(private readonly secrets: SecretsService) {}

  /** A token that names `parts`, which contain no dot. `kind` is the name of its secret. */
  async make(kind: string, ...parts: string[]): Promise<string> {
    return [...parts, await this.sign(kind, parts.join(SEPARATOR))].join(SEPARATOR);
  }

  /** The parts of a token of this kind, or null for a text that `make` did not make. */
  async read(kind: string, token: string): Promise<string[] | null> {
    const [, named, signature] = TOKEN.exec(token) ?? [];
    if (!named || !signature) return null;
    const expected = await this.sign(kind, named);
    // The texts are compared, because base64url ignores some bits of its last character.
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? named.split(SEPARATOR) : null;
  }

  private async sign(kind: string, named: string): Promise<string> {
    // Not among the keys that an operator rotates: links in old mails must work.
    const secret = await this.secrets.get(kind, () => newSecret());
    return createHmac('sha256', secret).update(named).digest('base64url');
  }
}
