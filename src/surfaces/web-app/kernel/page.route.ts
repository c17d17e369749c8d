import type { Response } from 'express';
import type { OwnTeam, Person } from '#access/sign-in/session.types.js';
import type { Caller, TeamCaller } from '#platform/caller/caller.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import type { Operation } from '#platform/operations/operation.js';
import type { RefusedForm } from './form-state.js';

/**
 * Who may use a page or a form: the callers whom the access policy allows the `operation`; with `own` everyone who is logged
 * in, about what is theirs; with `open` everyone. The last two give the reason.
 */
export type Access = { operation: Operation } | { own: string } | { open: string };

/** The sections of the app in its navigation. */
export type Section =
  | 'home'
  | 'inbox'
  | 'products'
  | 'compare'
  | 'opportunities'
  | 'searches'
  | 'sources'
  | 'pitches'
  | 'credits'
  | 'settings';

/** A page or a form as its controller declares it. */
export interface PageRoute {
  /** With Express's parameters, from the root of the site. */
  path: string;
  access: Access;
  section?: Section;
  /** A limit other than that of pages, such as that of progress. */
  limit?: 'progress';
  /** A form: the path of the page that it stands on, and what becomes of its failures. */
  form?: { page: string; failure: 'again' | 'flash'; needsProof: boolean };
}

export const PAGE_ROUTE = Symbol('page-route');

/** The visitor of a page: a member who acts for one team, or an anonymous visitor. */
export interface PageVisitor {
  person: Person | null;
  team: OwnTeam | null;
  teams: OwnTeam[];
  /** The chosen team, if it requires a second factor that the person does not have. `team` is null then. */
  lockedTeam: OwnTeam | null;
  caller: Caller;
}

/** A visitor who is logged in and has a team. */
export interface TeamMember extends PageVisitor {
  person: Person;
  team: OwnTeam;
  caller: TeamCaller;
}

/** Fields with one value. A missing or repeated field is empty. */
export type Texts<Name extends string> = Record<Name, string>;

/** Fields that may be repeated, such as checkboxes. */
export type Lists<Name extends string> = Record<Name, string[]>;

/** A request with what the guard and the pipes of pages set. */
export interface PageRequest extends ApiRequest {
  visitor: PageVisitor;
  /** The section of the app that the page belongs to. */
  section?: Section;
  /** The names of the fields that the form declares, in its order. */
  fieldNames?: readonly string[];
  /** Set when a refused form shows its page again. */
  refused?: RefusedForm;
}

/** A request with its response. */
export interface Exchange {
  request: PageRequest;
  response: Response;
}

/** The operation behind a page, or null for an open one. */
export const operationOf = ({ access }: PageRoute): Operation | null =>
  'operation' in access ? access.operation : null;

/** Whether visitors without a login may use a page. */
export const isPublic = ({ access }: PageRoute): boolean =>
  'open' in access || ('operation' in access && access.operation.lanes.includes('anonymous'));
