import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { ENV, type Env } from '#config/env.js';
import { isSandboxId } from '#platform/caller/test-mode.js';
import { ApplicationError, type InputFault, notFound } from '#platform/errors/application-error.js';
import type { PageRequest } from './page.route.js';
import { cutOff } from '#platform/http/cut-off.js';
import { asApplicationError, setRetryAfter } from '#platform/http/failure.filter.js';
import { routeOf } from '#platform/http/requests.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { PageRenderer } from './page.renderer.js';
import { type Place, PLACES } from '../home/places.js';
import { fieldLabelOf } from '../parts/filter-chips.page.js';
import { faultsOf } from './form-state.js';
import { LockedSection, PAID_SECTIONS } from '../parts/locked-sections.page.js';
import { isSecretLink } from '../parts/secret-links.js';
import { SignInRequired, TEAMLESS_PAGE, TEAMLESS_REASON } from './visitor.js';

const TITLES: Partial<Record<ApplicationError['code'], string>> = {
  not_found: 'Page not found',
  forbidden: 'Not allowed',
  payment_required: 'Not enough credits',
  rate_limited: 'Too many requests',
  invalid_request: 'Invalid request',
};

/** Shows a failure as a page of the app. */
@Catch()
@Injectable()
export class PageFailureFilter implements ExceptionFilter {
  private readonly log = new Logger(PageFailureFilter.name);

  constructor(
    private readonly pages: PageRenderer,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<PageRequest>(), http.getResponse<Response>()];
    if (response.headersSent) return cutOff(response, error, this.log);
    if (error instanceof SignInRequired) {
      // A submitted form is not repeated after the login: a GET of its address leads to the page of the form.
      return response.redirect(303, `/login?next=${encodeURIComponent(request.originalUrl)}`);
    }
    const failure = asApplicationError(error);
    if (failure.details?.reason === TEAMLESS_REASON) return response.redirect(303, TEAMLESS_PAGE);
    // Only the template: the paths of some pages contain secrets.
    const route = routeOf(request);
    if (failure.code === 'internal_error') this.log.error({ error, route }, 'page failed');
    setRetryAfter(response, failure);
    const title = titleOf(failure, request);
    const section = lockedSectionOf(failure, request);
    const body = section ? (
      <LockedSection shows={section.shows} prices={this.env.PLAN_PRICES} />
    ) : (
      <FailureText failure={failure} request={request} />
    );
    const content = (
      <>
        <h1>{title}</h1>
        {body}
      </>
    );
    try {
      await this.pages.send({ request, response }, { title, status: failure.status, content });
    } catch (cause) {
      this.log.error({ error: cause, route }, 'frame of a failure failed');
      sendPlainPage(response, failure.status, <PlainPage title={title}>{body}</PlainPage>);
    }
  }
}

const isPlanRequired = ({ details }: ApplicationError): boolean => details?.reason === 'plan_required';

/** The section of a page that the plan of the team does not include. */
const lockedSectionOf = (failure: ApplicationError, { section }: PageRequest) =>
  isPlanRequired(failure) && section ? PAID_SECTIONS[section] : undefined;

const NOTHING_FOUND = notFound().message;

/** Whether an address names what only test keys see. Ids of the catalogue say so by themselves. */
const isTestData = ({ path, query }: PageRequest): boolean =>
  query.mode === 'test' || path.split('/').some((part) => isSandboxId(part));

function messageOf(failure: ApplicationError, request: PageRequest): string {
  if (isPlanRequired(failure)) {
    return 'Full reports, comparisons, opportunities with their contacts, saved searches, pitches and the inbox come with a paid plan.';
  }
  if (failure.code === 'not_found' && isTestData(request)) {
    return 'This is test data. It has no page in the app: read it over the API, with a test key.';
  }
  if (failure.message === NOTHING_FOUND) return 'It was removed, your team cannot see it, or the address is not whole.';
  return `${failure.message}.`;
}

/** The reasons of a list whose next page cannot be read begin so. */
const OF_CURSORS = 'cursor_';

const isPageOfList = ({ details }: ApplicationError, { method }: PageRequest): boolean =>
  method === 'GET' && String(details?.reason).startsWith(OF_CURSORS);

const isAddress = ({ code }: ApplicationError, { method, originalUrl }: PageRequest): boolean =>
  code === 'invalid_request' && method === 'GET' && originalUrl.includes('?');

/** Whether a form has a field for what is wrong with the address. */
const isFilter = (failure: ApplicationError): boolean =>
  faultsOf(failure).some(({ field }) => fieldLabelOf(field) !== undefined);

function titleOf(failure: ApplicationError, request: PageRequest): string {
  const section = lockedSectionOf(failure, request);
  if (section) return section.title;
  if (isPlanRequired(failure)) return 'Your plan does not include this';
  if (failure.code === 'not_found' && isSecretLink(request.path)) return 'This link does not work';
  if (isPageOfList(failure, request)) return 'This page of the list cannot be shown';
  if (isAddress(failure, request))
    return isFilter(failure) ? 'We could not use that filter' : 'This address cannot be read';
  return TITLES[failure.code] ?? 'Something went wrong';
}

/** The address of the first page of a list, with its filters. */
function firstPageOf({ path, originalUrl }: PageRequest): string {
  const query = new URLSearchParams(originalUrl.split('?')[1]);
  query.delete('cursor');
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The faults as sentences, with the labels of the form. The two fields of a range share one. */
function sentencesOf(failure: ApplicationError): string[] {
  const faults = faultsOf(failure);
  const sentences = faults.map((fault) => {
    const label = fieldLabelOf(fault.field);
    if (label === undefined) return 'A part of it was changed';
    const words = plainWordsOf(fault);
    if (words) return `“${label}” ${words}`;
    const fields = faults.filter(({ message }) => message === fault.message).map(({ field }) => field);
    // A name stands at the start, and that of the other field of a range at the end.
    return fields.reduce((text, field) => {
      const name = `“${fieldLabelOf(field) ?? field}”`;
      if (text.startsWith(`${field} `)) return name + text.slice(field.length);
      return text.endsWith(` ${field}`) ? text.slice(0, -field.length) + name : text;
    }, fault.message);
  });
  return [...new Set(sentences)];
}

/** What is wrong with a filter of an address, where the API names codes and formats. */
function plainWordsOf({ allowed, message }: InputFault): string | undefined {
  if (allowed) return 'has a value that the list does not know';
  if (message.endsWith('UUID')) return 'names nothing that we know';
  return message.includes('ISO 8601') ? 'must be a day such as 2026-11-30' : undefined;
}

/** The list in which a thing would be that is not found. */
const listOf = ({ path }: PageRequest): Place | undefined =>
  PLACES.findLast(({ href }) => path.replace(/^\/app(?=\/products)/, '').startsWith(`${href}/`) && href !== '/');

function FailureText({ failure, request }: { failure: ApplicationError; request: PageRequest }): VNode {
  if (isPageOfList(failure, request)) {
    return (
      <p>
        Its address was changed, or it is too old. <a href={firstPageOf(request)}>Go to the first page</a>
      </p>
    );
  }
  const sentences = sentencesOf(failure);
  const list = failure.code === 'not_found' ? listOf(request) : undefined;
  return (
    <>
      {sentences.length === 0 && <p>{messageOf(failure, request)}</p>}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}.</p>
      ))}
      <p class="actions">
        {isAddress(failure, request) && (
          <a href={request.path}>{isFilter(failure) ? 'Reset filters' : 'Open the page without it'}</a>
        )}
        {list && <a href={list.href}>{`Go to ${list.label}`}</a>}
        {isPlanRequired(failure) && (
          <a class="button primary" href="/app/settings/plan">
            Compare the plans
          </a>
        )}
        {failure.details?.reason === 'two_factor_required' && <a href="/app/settings/security">Set it up</a>}
        <a href="/">Back to home</a>
      </p>
    </>
  );
}
