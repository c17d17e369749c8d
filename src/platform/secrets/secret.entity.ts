import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret the service made for itself, shared by all its processes. */
@Entity('secrets')
export class Secret {
  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  value!: string;
}
