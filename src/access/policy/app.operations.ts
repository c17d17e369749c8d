import { defineOperation, type Operation } from '#platform/operations/operation.js';
import type { Right } from './rights.js';

/** Declares an operation of the app alone, which neither keys nor assistants may use. People need the right, in every plan unless it says no. */
const ofApp = (
  id: string,
  right: Right,
  more: Pick<Operation, 'needsConfirmedAddress' | 'isInEveryPlan'> = {},
): Operation =>
  defineOperation({
    ...{ id, right, tag: 'App', summary: id, lanes: [], isInEveryPlan: true, input: {}, output: { type: Object } },
    ...more,
  });

/** See the team: its people, plan, keys and connections; leave it, and end one's own connection. */
export const readTeam = ofApp('read_team', 'read');

/** Make a key, or its successor. */
export const createApiKey = ofApp('create_api_key', 'keys', { needsConfirmedAddress: true });
/** Revoke keys and set their caps. */
export const manageApiKeys = ofApp('manage_api_keys', 'keys');

/** Invite people whose role the inviter governs. */
export const invitePeople = ofApp('invite_people', 'people', { needsConfirmedAddress: true });
/** Everything else about members and viewers: their roles, invitations and connections. */
export const managePeople = ofApp('manage_people', 'people');

/** Make a link with which anyone may join. */
export const inviteAnyone = ofApp('invite_anyone', 'ownership', { needsConfirmedAddress: true });
/** Change or delete the team, and everything about owners and admins. */
export const manageTeam = ofApp('manage_team', 'ownership');

/** Ask for a plan, and buy one. */
export const choosePlan = ofApp('choose_plan', 'ownership', { needsConfirmedAddress: true });

/** Read a report in full with the welcome credits of the team. */
export const readWelcomeReport = ofApp('read_welcome_report', 'spend', { needsConfirmedAddress: true });

/** Make links to full reports, and end them: in paid plans. */
export const shareReport = ofApp('share_report', 'write', { isInEveryPlan: undefined });
