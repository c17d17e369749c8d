import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The id of a transaction that changed products. A trigger on `products` maintains the rows, which together are the version. */
@Entity('product_versions')
export class ProductVersion {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') changedBy!: string;
}
