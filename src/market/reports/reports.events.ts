import { z } from 'zod';
import { defineTeamEvent } from '#accounts/events/team-event.definition.js';
import { RUN_FAILURE_REASONS } from '#accounts/runs/run-failure.js';
import { defineEvent } from '#platform/events/event.definition.js';

const completed = z.object({
  report_id: z.uuid(),
  product_id: z.uuid(),
  generated_at: z.iso.datetime(),
  total_themes: z.int(),
});

export type ReportCompleted = z.infer<typeof completed>;

/** A report was generated. It has the id of its run. */
export const REPORT_COMPLETED = defineEvent({
  name: 'report.completed',
  version: 1,
  payload: completed,
  belongsToTeam: false,
});

const failed = z.object({
  run_id: z.uuid(),
  product_id: z.uuid(),
  reason: z.enum(RUN_FAILURE_REASONS),
});

export type ReportFailed = z.infer<typeof failed>;

/** A report could not be generated. */
export const REPORT_FAILED = defineEvent({
  name: 'report.failed',
  version: 1,
  payload: failed,
  belongsToTeam: false,
});

const product = z
  .object({ id: z.uuid().describe('The id of the product'), name: z.string().describe('The name of the product') })
  .describe('The product');

const EXAMPLE_PRODUCT = { id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', name: 'Tabula' };

/** A report that a team requested, joined or follows was generated. */
export const TEAM_REPORT_COMPLETED = defineTeamEvent({
  type: 'report.completed',
  description:
    'A report was generated. Sent to the team that paid, to teams that joined its run and to teams that follow its product',
  data: z.object({
    product,
    report_id: z.uuid().describe('The id of the report'),
    generated_at: z.iso.datetime().describe('When the report was completed'),
    total_themes: z.int().describe('The number of themes in the report'),
    reason: z.enum(['requested', 'joined', 'followed']).describe('Why your team receives the event'),
  }),
  example: {
    product: EXAMPLE_PRODUCT,
    report_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
    generated_at: '2026-11-22T08:30:00.000Z',
    total_themes: 12,
    reason: 'requested',
  },
});

/** The maximum number of themes in one event. */
export const MAX_SPIKES = 20;

const spiked = z.object({
  product,
  report_id: z.uuid().describe('The id of the report'),
  themes: z
    .array(
      z.object({
        category_name: z.string().describe('The name of the theme'),
        change: z.enum(['new', 'grown']).describe('The change since the report before'),
        trend: z.string().describe('The trend of the theme in the report'),
        total_mentions: z.int().describe('The number of reviews that mention the theme'),
        previous_mentions: z.int().describe('The same number in the report before; 0 for a new theme'),
      }),
    )
    .max(MAX_SPIKES)
    .describe('At most 20: grown themes, then new ones, the most significant first'),
});

export type ThemeSpiked = z.infer<typeof spiked>;

/** Themes of a new report that are new or grown since the report before it. */
export const TEAM_THEME_SPIKED = defineTeamEvent({
  type: 'theme.spiked',
  description:
    'A generated report has themes that are new or more frequent than in the report before it. Sent to teams that ' +
    'follow its product. Reports of different engines are not compared',
  data: spiked,
  example: {
    product: EXAMPLE_PRODUCT,
    report_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d11',
    themes: [
      {
        category_name: 'Cannot open files',
        change: 'grown',
        trend: 'trending',
        total_mentions: 131,
        previous_mentions: 64,
      },
    ],
  },
});

/** A report that a team requested or joined could not be generated. */
export const TEAM_REPORT_FAILED = defineTeamEvent({
  type: 'report.failed',
  description: 'A report could not be generated. Sent to the team that paid and to teams that joined its run',
  data: z.object({
    product,
    reason: z.enum(RUN_FAILURE_REASONS).describe('Why the report failed'),
    message: z.string().describe('Why the report failed, in a sentence'),
    credit_refunded: z.boolean().describe('Whether your team got its credit back'),
  }),
  example: {
    product: EXAMPLE_PRODUCT,
    reason: 'deadline_passed',
    message: 'The work did not finish before its deadline.',
    credit_refunded: true,
  },
});
