import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Answer } from './theme.dto.js';

/** A review that names a theme, as it was when the report was made. Kept for the last two reports of a product. */
@Entity('theme_mentions')
export class ThemeMentionRow {
  @PrimaryColumn('uuid') reportId!: string;
  @PrimaryColumn('uuid') themeId!: string;

  /** From 0, the strongest mention first. */
  @PrimaryColumn('integer') position!: number;
  @Column('uuid') reviewId!: string;

  /** A verbatim sentence with contact data hidden. Empty if no sentence of the text names the theme. */
  @Column('text') quoteText!: string;

  /** From 0 to 1. */
  @Column('numeric', { precision: 4, scale: 3 }) strength!: number;

  /** The answer of the review form that holds the quote. */
  @Column('text', { nullable: true }) answer!: Answer | null;
  @Column('numeric', { precision: 2, scale: 1, nullable: true }) rating!: number | null;
  @Column('text') platform!: string;
  @Column('text', { nullable: true }) sourceUrl!: string | null;
  @Column('timestamptz', { nullable: true }) reviewDate!: Date | null;

  /** The names of the theme's variants that the review names. */
  @Column('text', { array: true, default: '{}' }) variants!: string[];
}
