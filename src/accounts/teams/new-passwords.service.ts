import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { invalidField } from '#platform/errors/application-error.js';
import { isAllowedPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password.rule.js';

/** Shorter parts of an address are ignored. */
const MIN_WORD_LENGTH = 4;

/** Decides which passwords people may choose. */
@Injectable()
export class NewPasswordsService {
  private common: Promise<ReadonlySet<string>> | undefined;

  constructor(@Inject(ENV) private readonly env: Pick<Env, 'COMMON_PASSWORDS_FILE'>) {}

  /** @throws 400 on `field` unless a person with this address may choose the password */
  async demandAllowed(password: string, field: string, email: string): Promise<void> {
    if (!isAllowedPassword(password)) {
      throw invalidField(field, `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
    }
    const chosen = fold(password);
    const common = await this.readCommon();
    if (common.has(chosen)) throw invalidField(field, 'Many people have this password: choose another one');
    if (chosen === fold(email.trim())) throw invalidField(field, 'The password must not be your email address');
    if (isContextAlone(chosen, email)) {
      throw invalidField(field, 'The password must be more than the name of this service or a part of your address');
    }
  }

  /** Most processes set no password: the first new password reads the lists for all later ones. */
  private readCommon(): Promise<ReadonlySet<string>> {
    this.common ??= readCommonPasswords(this.env.COMMON_PASSWORDS_FILE).catch((error: unknown) => {
      // The file existed at the start. The next new password tries again.
      this.common = undefined;
      throw error;
    });
    return this.common;
  }
}

/** The frequent passwords of the package and of the operator's file that are long enough to be chosen, folded. */
async function readCommonPasswords(file: string | undefined): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const shipped = dictionary['passwords-common'].join('\n');
  // The decoder drops a byte order mark, which would otherwise belong to the first password.
  const added = file === undefined ? '' : new TextDecoder().decode(await readFile(file));
  const all = [shipped, added].flatMap((list) => fold(list).split(/\r?\n/));
  return new Set(all.filter(({ length }) => length >= MIN_PASSWORD_LENGTH));
}

/** Whether few letters are left without the name of the service and the parts of the address. */
function isContextAlone(chosen: string, email: string): boolean {
  const words = [...fold(email).split(/[@.]/), 'qualm'].filter(({ length }) => length >= MIN_WORD_LENGTH);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), chosen);
  return rest !== chosen && rest.replaceAll(/[^\p{L}]/gu, '').length < MIN_WORD_LENGTH;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
