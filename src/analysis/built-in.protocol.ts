import {
  type ReportContext,
  type PostFinding,
  type PostText,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
  type ThemeSoFar,
} from './analysis.types.js';
import { type ReportInput } from './report.drafter.js';
import { type ReviewRecord } from './themes/theme.types.js';

/** Name and version of the built-in engine. Raise the version with every change that can change a result. */
export const BUILT_IN_ID = 'built-in/1.37.0';

/** A request of the engine to its thread. The thread replies once to every request. */
export type ThreadRequest =
  | { kind: 'open-report'; report: number; context: ReportContext }
  | { kind: 'add-to-report'; report: number; batch: ReviewText[] }
  | { kind: 'themes-of-report'; report: number }
  | { kind: 'finish-report'; report: number }
  | { kind: 'discard-report'; report: number }
  | { kind: 'draft-report'; input: ReportInput }
  | { kind: 'themes-so-far'; input: RecordsSoFar }
  | { kind: 'read-records'; batch: ReviewText[] }
  | { kind: 'read-reviews'; batch: ReviewText[] }
  | { kind: 'read-posts'; batch: PostText[] };

/** What a report in the making has read. */
export type RecordsSoFar = Pick<ReportInput, 'records' | 'context'>;

/** The result of each kind of request. */
export interface ThreadResults {
  'open-report': null;
  'add-to-report': null;
  'themes-of-report': ThemeSoFar[];
  'finish-report': ReportDraft;
  'discard-report': null;
  'draft-report': ReportDraft;
  'themes-so-far': ThemeSoFar[];
  'read-records': ReviewRecord[];
  'read-reviews': ReviewFinding[];
  'read-posts': PostFinding[];
}

export interface ThreadMessage {
  id: number;
  request: ThreadRequest;
}

export type ThreadReply = { id: number; value: ThreadResults[ThreadRequest['kind']] } | { id: number; error: string };
