import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Like, type Repository } from 'typeorm';
import { newSecret } from './random.secret.js';
import { Secret } from './secret.entity.js';

/** Secrets that the service generates once and keeps in the database, the same for every process. */
@Injectable()
export class SecretsService {
  private readonly keys = new Map<string, Promise<Buffer>>();

  constructor(@InjectRepository(Secret) private readonly secrets: Repository<Secret>) {}

  /** The secret with the name `name`. If it is missing, `make` creates it; the first process to store it wins. */
  async get(name: string, make: () => string | Promise<string>): Promise<string> {
    const stored = await this.secrets.findOneBy({ name });
    if (stored) return stored.value;
    const value = await make();
    await this.secrets.createQueryBuilder().insert().values({ name, value }).orIgnore().execute();
    return (await this.secrets.findOneByOrFail({ name })).value;
  }

  /** The key of 32 random bytes with the name `name`, which must end in `-key`. It is read once and kept in memory. */
  getKey(name: string): Promise<Buffer> {
    const known = this.keys.get(name);
    if (known) return known;
    const key = this.get(name, () => newSecret()).then((text) => Buffer.from(text, 'base64url'));
    this.keys.set(name, key);
    key.catch(() => this.keys.delete(name));
    return key;
  }

  /**
   * Deletes the generated keys, whose names end in `-key`. Processes that start afterwards generate new ones, running
   * processes use the old ones until they stop. @returns the number of keys
   */
  async rotate(): Promise<number> {
    return (await this.secrets.delete({ name: Like('%-key') })).affected ?? 0;
  }
}
