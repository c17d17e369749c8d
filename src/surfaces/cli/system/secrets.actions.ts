import { EncryptionModule } from '#platform/encryption/encryption.module.js';
import { ReencryptionService } from '#platform/encryption/reencryption.service.js';
import { UnreadableCiphertext } from '#platform/encryption/key-ring.js';
import { SecretsModule } from '#platform/secrets/secrets.module.js';
import { SecretsService } from '#platform/secrets/secrets.service.js';
import { CommandFailure } from '../command-line.js';
import { coreModules, inContext } from '../command.context.js';

/** Moves all ciphertexts to the first key. @returns their number by table @throws CommandFailure if a key is missing */
export const reencryptSecrets = (): Promise<Record<string, number>> =>
  inContext(
    (env) => [...coreModules(env), EncryptionModule],
    async (context) => {
      try {
        return await context.get(ReencryptionService).run();
      } catch (error) {
        throw error instanceof UnreadableCiphertext ? new CommandFailure(error.message) : error;
      }
    },
    { needs: 'PostgreSQL' },
  );

/** Deletes the keys for cookies, forms, cursors and tokens. @returns their number */
export const rotateSecrets = (): Promise<number> =>
  inContext(
    (env) => [...coreModules(env), SecretsModule],
    (context) => context.get(SecretsService).rotate(),
    { needs: 'PostgreSQL' },
  );
