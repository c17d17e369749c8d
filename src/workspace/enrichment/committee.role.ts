import type { CommitteeRole } from './enrichment.types.js';

const ASSISTS = /\b(assistant|secretary|account executive|intern|trainee)\b/;
const DECIDES =
  /\b(c[a-z]o|c[ -]?level|c[ -]?suite|chief|founder|co-?founder|president|vp|vice president|svp|evp|head|director|executive|partner)\b|(?<!product )(?<!process )\bowner\b/;
const CARRIES = /\b(manager|lead|leader|principal|supervisor|team lead|management)\b/;
const ADVISES =
  /\b(senior|sr|staff|architect|analyst|consultant|advisor|procurement|purchasing|finance|security|legal|compliance|product owner|process owner|operations|it)\b/;

/**
 * The role of a person in a purchase, derived from title, seniority and department.
 */
export function committeeRoleOf(
  title: string | null,
  seniority: string | null,
  department: string | null,
): CommitteeRole {
  const post = plain(`${title ?? ''} ${seniority ?? ''}`);
  if (ASSISTS.test(post)) return 'end_user';
  if (DECIDES.test(post)) return 'decision_maker';
  if (CARRIES.test(post)) return 'champion';
  return ADVISES.test(`${post} ${plain(department ?? '')}`) ? 'influencer' : 'end_user';
}

const plain = (text: string): string => text.toLowerCase().replace(/[_.,/]+/g, ' ');
