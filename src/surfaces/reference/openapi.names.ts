import { FRUSTRATION_TIERS } from '#analysis/analysis.types.js';
import { PLAN_TIERS } from '#config/env.js';
import { REPORT_STATUSES } from '#market/report-reading/pain-points.operations.js';
import { EXPORT_FORMATS } from '#workspace/exports/exports.operations.js';
import {
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
} from '#workspace/opportunities/opportunity.vocabulary.js';
import { PITCH_CHANNELS } from '#workspace/pitches/pitch.types.js';
import { UNLOCK_FIELDS, UNLOCK_TARGETS } from '#workspace/unlocks/unlock.types.js';

/** The names of the enums that more than one schema uses. Any other enum has the name of its schema and field. */
const SHARED_ENUMS: Record<string, readonly string[]> = {
  ExportFormat: EXPORT_FORMATS,
  FrustrationTier: FRUSTRATION_TIERS,
  OpportunitySort: OPPORTUNITY_SORTS,
  OpportunitySource: OPPORTUNITY_SOURCES,
  OpportunityStatus: OPPORTUNITY_STATUSES,
  PitchChannel: PITCH_CHANNELS,
  PlanTier: PLAN_TIERS,
  ReportStatus: REPORT_STATUSES,
  UnlockField: UNLOCK_FIELDS,
  UnlockTarget: UNLOCK_TARGETS,
};
const BY_VALUES = new Map(Object.entries(SHARED_ENUMS).map(([name, values]) => [values.join(), name]));

/** The name of a shared enum. */
export const enumName = (values: readonly string[]): string | undefined => BY_VALUES.get(values.join());

/** The name of a DTO's schema: clients should not see the parts of a class name that only distinguish classes. */
export const schemaName = (className: string): string => className.replace(/(?:View|Detail)$/, '');

/** `Example` for `example`, `OneExample` for `one_example`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
