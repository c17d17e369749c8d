import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Like, type Repository } from 'typeorm';
import { Secret } from './secret.entity.js';

/** Secrets that the service generates once and keeps in the database, the same for every process. */
@Injectable()
export class SecretsService {
  constructor(@InjectRepository(Secret) private readonly secrets: Repository<Secret>) {}

  /** The secret called `name`. If it is missing, `make` creates it; the first process to store it wins. */
  async get(name: string, make: () => string | Promise<string>): Promise<string> {
    const stored = await this.secrets.findOneBy({ name });
    if (stored) return stored.value;
    const value = await make();
    await this.secrets.createQueryBuilder().insert().values({ name, value }).orIgnore().execute();
    return (await this.secrets.findOneByOrFail({ name })).value;
  }

  /**
   * Deletes the generated keys, whose names end in `-key`. Processes that start afterwards generate new ones, running
   * processes use the old ones until they stop. @returns the number of keys
   */
  async rotate(): Promise<number> {
    return (await this.secrets.delete({ name: Like('%-key') })).affected ?? 0;
  }
}
