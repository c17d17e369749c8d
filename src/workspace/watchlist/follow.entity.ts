import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A product on a team's watchlist. */
@Entity('follows')
export class Follow {
  @PrimaryColumn('uuid', { name: 'team_id' })
  teamId!: string;

  @PrimaryColumn('uuid', { name: 'product_id' })
  productId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
