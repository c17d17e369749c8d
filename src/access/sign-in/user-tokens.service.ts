import { Injectable } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { hashOfSecret, newSecret } from '#platform/secrets/random.secret.js';
import type { TokenPurpose } from './user-token.entity.js';
import { UserTokensQueries } from './user-tokens.queries.js';

/** The person for whom a link was made, and the address to which it was sent. */
export interface TokenHolder {
  id: string;
  email: string;
}

/** The secrets in the links of mails. Each works once and for a limited time. */
@Injectable()
export class UserTokensService {
  constructor(private readonly queries: UserTokensQueries) {}

  /** Creates a secret of 256 bits for a person, and ends the earlier one for the purpose. */
  async issue({ id, email }: TokenHolder, purpose: TokenPurpose, minutes: number): Promise<string> {
    const secret = newSecret();
    await this.queries.replace({ token_hash: hashOfSecret(secret), user_id: id, purpose, email }, minutes);
    return secret;
  }

  /** Creates a secret unless an earlier one for the purpose is still valid. @returns null if there is one */
  async issueFirst(holder: TokenHolder, purpose: TokenPurpose, minutes: number): Promise<string | null> {
    return (await this.queries.isLive(holder.id, purpose)) ? null : this.issue(holder, purpose, minutes);
  }

  /**
   * Whether the address of a person is held for another one, who can undo a change of the address. Nobody else may use
   * it until then. Check this in the transaction that uses the address, after the change.
   */
  isHeld({ id, email }: TokenHolder): Promise<boolean> {
    return this.queries.isHeld(email, id);
  }

  /** Ends the secrets of a person for these purposes. */
  end(userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
    return this.queries.deleteOf(userId, purposes);
  }

  /** The holder of a secret, which stays valid: programs that scan mails open links too. @throws 404 */
  async find(secret: string, purpose: TokenPurpose): Promise<TokenHolder> {
    const found = await this.queries.find(hashOfSecret(secret), purpose);
    if (!found) throw notFound('This link has been used or has expired');
    return { id: found.user_id, email: found.email };
  }

  /** The holder of a secret, which ends with the open transaction. @throws 404 */
  async use(secret: string, purpose: TokenPurpose): Promise<TokenHolder> {
    const holder = await this.find(secret, purpose);
    if (!(await this.queries.delete(hashOfSecret(secret)))) throw notFound('This link has been used or has expired');
    return holder;
  }

  /** Deletes expired secrets. @returns their number */
  @OnDue({ name: 'purge-user-tokens', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge();
  }
}
