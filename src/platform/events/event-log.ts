import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';

/** Writes events beside the change they tell of: both commit, or neither. */
@Injectable()
export class EventLog {
  constructor(private readonly database: Database) {}

  async append(name: string, payload: Record<string, unknown>): Promise<void> {
    await this.database.query('INSERT INTO events (id, name, payload) VALUES ($1, $2, $3)', [uuidv7(), name, payload]);
  }
}
