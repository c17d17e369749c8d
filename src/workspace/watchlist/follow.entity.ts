import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A product on a team's watchlist. */
@Entity('follows')
export class Follow {
  @PrimaryColumn('uuid') teamId!: string;
  @PrimaryColumn('uuid') productId!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
