import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of calls of a key on one day, in UTC. Kept for a week. */
@Entity('api_key_uses')
export class ApiKeyUse {
  @PrimaryColumn('uuid') keyId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('integer') calls!: number;
}
