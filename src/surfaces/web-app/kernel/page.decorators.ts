import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Param,
  Post,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { FieldsPipe } from './fields.pipe.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { PageGuard } from './page.guard.js';
import { PageInterceptor } from './page.interceptor.js';
import { type Access, PAGE_ROUTE, type PageRequest, type PageRoute } from './page.route.js';

type PageOptions = Pick<PageRoute, 'section' | 'limit'>;

/** Declares a page: a method that returns an `Answer`. The path begins at the root of the site. */
export const Page = (path: string, { section, limit, ...access }: Access & PageOptions): MethodDecorator =>
  applyDecorators(Get(path), routed({ path, access, section, limit }));

interface FormOptions {
  /** The path of the page that the form stands on. A GET of the form's own address leads there. */
  page: string;
  /** Shows a failure once on the page after a redirect, in place of the page again with what was typed. */
  failure?: 'flash';
  /** The person must have given a proof of late. */
  proof?: true;
}

/**
 * Declares a form: a method that returns an `Answer`. A failure shows the page of the form again, with the faults under
 * their fields and what was typed; a 404 and the failures of guards have pages of their own.
 */
export const Form = (path: string, { page, failure, proof, ...access }: Access & FormOptions): MethodDecorator =>
  applyDecorators(
    Post(path),
    routed({ path, access, form: { page, failure: failure ?? 'again', needsProof: proof === true } }),
    ...(proof ? [NeedsProof()] : []),
  );

function routed(route: PageRoute): MethodDecorator {
  const { access } = route;
  if (!Object.values(access).some(Boolean))
    throw new Error(`${route.path} has neither an operation nor a reason to be open.`);
  return applyDecorators(
    SetMetadata(PAGE_ROUTE, route),
    OpenRoute('open' in access ? access.open : 'a page: its guard decides'),
    UseGuards(PageGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageFailureFilter),
  );
}

const requestOf = (context: ExecutionContext): PageRequest => context.switchToHttp().getRequest<PageRequest>();

/** The member who asks, of a page whose operation needs a team: a `TeamMember`. */
export const Member = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).visitor);

/** The visitor of a public page: a `PageVisitor`. */
export const Visitor = Member;

/** The person who is logged in: a `Person`. */
export const Self = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).visitor.person);

// Instances, because `PageRegistry` calls pages outside their modules.
const [ID, FIELDS] = [new IdPipe(), new FieldsPipe()];

/** The id in the path. @throws 404 if it is not a UUID */
export const Id = (): ParameterDecorator => Param('id', ID);

/** The request and the response, for what reads and writes cookies: an `Exchange`. */
export const Exchanged = createParamDecorator((_: unknown, context: ExecutionContext) => ({
  request: requestOf(context),
  response: context.switchToHttp().getResponse<Response>(),
}));

const fieldsOf = createParamDecorator((names: readonly string[], context: ExecutionContext) => ({
  names,
  request: requestOf(context),
}));

/**
 * The fields of a form: `Texts` of the names, and `Lists` of those that end in `[]`. Name all fields of the form, in its
 * order: a fault is shown under its field.
 */
export const Fields = (...names: string[]): ParameterDecorator => fieldsOf(names, FIELDS);
