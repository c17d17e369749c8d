import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { SenderProfile } from './sender-profile.entity.js';

/** The fields of a sender profile. Missing values are null. */
export type Sender = Omit<SenderProfile, 'teamId' | 'updatedAt'>;

/** The profile of a team without values. */
export const UNKNOWN_SENDER: Sender = Object.freeze({
  company: null,
  product: null,
  whatItDoes: null,
  forWhom: null,
  name: null,
  role: null,
  signature: null,
  tone: null,
});

/** The senders in the pitches of teams. */
@Injectable()
export class SenderProfilesService {
  constructor(@InjectRepository(SenderProfile) private readonly profiles: Repository<SenderProfile>) {}

  async get(teamId: string): Promise<Sender> {
    const stored = await this.profiles.findOneBy({ teamId });
    if (!stored) return UNKNOWN_SENDER;
    const { company, product, whatItDoes, forWhom, name, role, signature, tone } = stored;
    return { company, product, whatItDoes, forWhom, name, role, signature, tone };
  }

  /** Changes the given fields; null clears a field. Concurrent changes of different fields all take effect. */
  async update(teamId: string, changes: Partial<Sender>): Promise<Sender> {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (given.length > 0) {
      await this.profiles.upsert({ ...Object.fromEntries(given), teamId, updatedAt: new Date() }, ['teamId']);
    }
    return this.get(teamId);
  }
}
