import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that signs the requests to an endpoint. */
@Entity('webhook_secrets')
export class WebhookSecret {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') endpointId!: string;
  @Column('bytea') secretEncrypted!: Buffer;

  /** The last four characters. */
  @Column('text') hint!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;

  /** When an old secret stops signing. Null for the current one. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
}
