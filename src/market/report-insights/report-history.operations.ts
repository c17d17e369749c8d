import { ApiProperty } from '@nestjs/swagger';
import { productPath } from '#market/products/products.operations.js';
import { IdField, OptionalIdQuery } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import { PainPointsReport, ReportProduct } from '#market/report-reading/pain-points.operations.js';

export class ReportPath {
  @IdField('Id of the product') id!: string;
  @IdField('Id of the report') report_id!: string;
}

/** A finished report, as in lists. */
export class ReportSummary {
  @ApiProperty({ format: 'uuid', description: 'The id of the report' }) id!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was finished' }) generated_at!: string;

  @ApiProperty({ description: 'The engine that read the reviews, with its version', example: 'built-in/1.0.0' })
  engine!: string;

  @ApiProperty({ type: 'integer', description: 'The number of reviews read', example: 10_000 }) reviews_read!: number;
  @ApiProperty({ type: 'integer', description: 'The number of themes', example: 12 }) total_themes!: number;
  @ApiProperty({ description: 'Whether your team requested it', example: true }) requested_by_team!: boolean;
}

export class ReportDiffQuery {
  @OptionalIdQuery('The earlier report; by default the one before `to`') from?: string;
  @OptionalIdQuery('The later report; by default the last one') to?: string;
}

/** The figures of a theme in one report. */
export class ThemeState {
  @ApiProperty({ type: 'integer', description: 'The number of reviews that mention the theme', example: 131 })
  total_mentions!: number;

  @ApiProperty({ type: 'number', description: 'The mentions divided by the texts read', example: 0.0131 })
  share!: number;

  @ApiProperty({
    enum: ['trending', 'emerging', 'stable', 'declining'],
    description: 'How the share of reviews with the problem changed, as of the report',
    example: 'trending',
  })
  trend!: string;

  @ApiProperty({ description: 'As of the report', example: 'high: named in 31% of critical reviews' })
  business_impact!: string;
}

/** The changes of a theme, in the order in which a difference lists them. */
export const THEME_CHANGES = ['grown', 'new', 'shrunk', 'gone', 'same'] as const;
export type ChangeKind = (typeof THEME_CHANGES)[number];

export class ThemeDifference {
  @ApiProperty({
    description: 'The name of the theme in the last of the two reports that has it',
    example: 'Cannot open files',
  })
  category_name!: string;

  @ApiProperty({
    enum: THEME_CHANGES,
    description:
      '`new` and `gone`: only in one of the reports. `grown`: `ratio` is 1.3 or more; `shrunk`: 0.7 or less; both only if ' +
      'the change is significant (two-proportion z of 1.64 or more) and one report has six mentions or more. Else `same`',
    example: 'grown',
  })
  change!: ChangeKind;

  @ApiProperty({ type: ThemeState, nullable: true, description: 'Null if the theme is new' }) from!: ThemeState | null;
  @ApiProperty({ type: ThemeState, nullable: true, description: 'Null if the theme is gone' }) to!: ThemeState | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'The later share divided by the earlier one; null if the theme is new or gone',
    example: 1.62,
  })
  ratio!: number | null;
}

export class ReportDifference {
  @ApiProperty({ type: ReportProduct, description: 'The product of both reports' }) product!: ReportProduct;

  @ApiProperty({ type: ReportSummary, nullable: true, description: 'The earlier report; null if there is none' })
  from!: ReportSummary | null;

  @ApiProperty({ type: ReportSummary, nullable: true, description: 'The later report; null if there is none' })
  to!: ReportSummary | null;

  @ApiProperty({
    description:
      'False if one report is missing, another engine made it, or an earlier release made it without families of themes',
    example: true,
  })
  is_comparable!: boolean;

  @ApiProperty({ type: [String], description: 'The limits of the comparison', example: [] }) notes!: string[];

  @ApiProperty({
    type: [ThemeDifference],
    description: 'Grown, new, shrunk, gone, then the same; in each the most significant first',
  })
  themes!: ThemeDifference[];
}

export const listReports = defineOperation({
  id: 'list_reports',
  tag: 'Reports',
  summary: 'Lists the finished reports of a product',
  description: 'Newest first. All finished reports are kept, whichever team requested them.',
  input: { path: productPath, query: PageQuery },
  output: { type: ReportSummary, isArray: true, paginated: true },
});

export const getReport = defineOperation({
  id: 'get_report',
  tag: 'Reports',
  summary: 'Reads a finished report of a product',
  description:
    'The full report as it was finished, with the shape of the pain-points report and the status `completed`. `product` is ' +
    'the product as it is now.',
  hasFields: true,
  input: { path: ReportPath },
  output: { type: PainPointsReport },
});

export const diffReports = defineOperation({
  id: 'diff_reports',
  tag: 'Reports',
  summary: 'Compares two reports of a product',
  description:
    'Which themes are new, gone, grown or shrunk, by default between the last two reports. With fewer than two reports, ' +
    '`from` is null and there are no themes. Figures of different engines differ for that reason alone; then ' +
    '`is_comparable` is false.',
  input: { path: productPath, query: ReportDiffQuery },
  output: { type: ReportDifference },
  failures: [404],
});
