import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A battle card of a team. */
@Entity('battle_cards')
export class BattleCardRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') teamId!: string;
  @Column('uuid') productId!: string;
  @Column('text') rival!: string;
  @Column('text') card!: string;
}
