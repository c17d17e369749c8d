import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The secret with which a service is asked. Only the operator gives one. */
@Entity('source_credentials')
export class SourceCredential {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') connector!: string;
  @Column('bytea') secretEncrypted!: Buffer;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
