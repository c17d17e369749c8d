import {
  type EngineContext,
  type PostFinding,
  type PostText,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
} from './analysis.types.js';
import { type ReportMaterial } from './report.drawer.js';
import { type ReviewRecord } from './themes/theme.types.js';

/** Name and version of the built-in engine; raise the version with every change of what it says. */
export const BUILT_IN_ID = 'built-in/1.1.0';

/** What the engine asks of its thread. Every request is answered once. */
export type ThreadRequest =
  | { kind: 'open-report'; report: number; context: EngineContext }
  | { kind: 'add-to-report'; report: number; batch: ReviewText[] }
  | { kind: 'finish-report'; report: number }
  | { kind: 'drop-report'; report: number }
  | { kind: 'draw-report'; material: ReportMaterial }
  | { kind: 'read-records'; batch: ReviewText[] }
  | { kind: 'read-reviews'; batch: ReviewText[]; context: EngineContext }
  | { kind: 'read-posts'; batch: PostText[]; context: EngineContext };

/** What each request is answered with. */
export interface ThreadAnswers {
  'open-report': null;
  'add-to-report': null;
  'finish-report': ReportDraft;
  'drop-report': null;
  'draw-report': ReportDraft;
  'read-records': ReviewRecord[];
  'read-reviews': ReviewFinding[];
  'read-posts': PostFinding[];
}

export interface ThreadMessage {
  id: number;
  request: ThreadRequest;
}

export type ThreadReply = { id: number; value: ThreadAnswers[ThreadRequest['kind']] } | { id: number; error: string };
