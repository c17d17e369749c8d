import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Secret } from './secret.entity.js';

/** Secrets that no operator should have to invent: made once, kept in the database, the same on every process. */
@Injectable()
export class SecretsService {
  constructor(@InjectRepository(Secret) private readonly secrets: Repository<Secret>) {}

  /** The secret called `name`; the first time `make` makes it, and the first process to write wins. */
  async get(name: string, make: () => string | Promise<string>): Promise<string> {
    const stored = await this.secrets.findOneBy({ name });
    if (stored) return stored.value;
    const value = await make();
    await this.secrets.createQueryBuilder().insert().values({ name, value }).orIgnore().execute();
    return (await this.secrets.findOneByOrFail({ name })).value;
  }
}
