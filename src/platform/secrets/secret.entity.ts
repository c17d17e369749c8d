import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that the service generated, shared by all its processes. */
@Entity('secrets')
export class Secret {
  @PrimaryColumn('text') name!: string;
  @Column('text') value!: string;
}
