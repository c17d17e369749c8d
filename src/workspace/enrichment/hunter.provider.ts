import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ENV, type Env } from '#config/env.js';
import { isEmailAddress } from '#platform/mail/email.rule.js';
import { readUpTo, retryAfterMs } from '#platform/egress/answer.reader.js';
import { type EnrichmentProvider, type Finding, ProviderFailed } from './enrichment.provider.js';
import type { ContactField, Person } from './enrichment.types.js';
import { domainOf, emailKeyOf, profileKeyOf } from '#market/writers/person.keys.js';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 250;
const MAX_RESPONSE_BYTES = 262_144;

/** 403 is Hunter's rate limit, 429 its usage limit. Both can be temporary. */
const TRY_AGAIN = new Set([403, 408, 429, 500, 502, 503, 504]);
/** The person asked Hunter not to process their data. */
const UNAVAILABLE_FOR_LEGAL_REASONS = 451;

const text = z.string().trim().nullish();
const found = z.object({
  data: z.object({
    email: text.refine((email) => !email || isEmailAddress(email), 'is not an email address'),
    phone_number: text,
    linkedin_url: text,
  }),
});
const refused = z.object({ errors: z.array(z.object({ id: z.string() })).min(1) });

interface Reply {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
}

/** Hunter's email finder, API version 2. Asks by name and domain, or by name and company if there is no domain. */
@Injectable()
export class HunterProvider implements EnrichmentProvider {
  readonly name = 'hunter';

  constructor(@Inject(ENV) private readonly env: Env) {}

  async find(person: Person, field: ContactField, signal: AbortSignal): Promise<Finding | null> {
    const question = questionOf(person);
    if (!question) return null;
    const reply = await this.ask(question, signal);
    if (reply.status !== 200) return notFoundOrThrow(reply);
    const parsedBody = found.safeParse(reply.body);
    if (!parsedBody.success) throw new ProviderFailed('The response of Hunter does not describe a person');
    const { email, phone_number: phone, linkedin_url: profile } = parsedBody.data.data;
    const value = { email, phone, profile: profileKeyOf(profile ?? null) ? profile : null }[field];
    const identityKeys = [emailKeyOf(email ?? null), profileKeyOf(profile ?? null)].filter((key) => key !== null);
    return value ? { value, identityKeys } : null;
  }

  /** Makes up to three attempts until `signal` aborts. Respects `Retry-After` if the time allows. */
  private async ask(question: URLSearchParams, signal: AbortSignal): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      let why = 'was not reached';
      let waitMs = FIRST_PAUSE_MS * 2 ** (attempt - 1);
      try {
        const reply = await this.attempt(question, signal);
        if (!TRY_AGAIN.has(reply.status)) return reply;
        why = `answered ${reply.status}`;
        waitMs = reply.retryAfterMs ?? waitMs;
      } catch (error) {
        if (error instanceof ProviderFailed) throw error;
        if (signal.aborted) throw new ProviderFailed('Hunter did not answer in time', { cause: error });
      }
      if (attempt === ATTEMPTS || waitMs > this.env.ENRICHMENT_TIMEOUT_MS) throw new ProviderFailed(`Hunter ${why}`);
      await pause(waitMs, undefined, { signal }).catch((cause: unknown) => {
        throw new ProviderFailed(`Hunter ${why}`, { cause });
      });
    }
  }

  private async attempt(question: URLSearchParams, signal: AbortSignal): Promise<Reply> {
    const response = await fetch(
      `${this.env.HUNTER_BASE_URL.replace(/(?<!\/)\/+$/, '')}/email-finder?${question.toString()}`,
      {
        headers: { 'x-api-key': this.env.HUNTER_API_KEY ?? '', accept: 'application/json' },
        redirect: 'error',
        signal,
      },
    );
    const { body, isCut } = await readUpTo(MAX_RESPONSE_BYTES, response.body);
    if (isCut) throw new ProviderFailed('The response of Hunter is too large');
    const { status, headers } = response;
    return { status, body: parsed(body.toString()), retryAfterMs: retryAfterMs(headers.get('retry-after')) };
  }
}

/** The query parameters for the email finder, or null when the person has no name, or neither domain nor company. */
function questionOf(person: Person): URLSearchParams | null {
  const [first, ...rest] = person.name?.trim().split(/\s+/) ?? [];
  const domain = domainOf(person.companyWebsite);
  if (!first || !(domain || person.company)) return null;
  const question = new URLSearchParams(domain ? { domain } : { company: person.company ?? '' });
  if (rest.length === 0) question.set('full_name', first);
  else {
    question.set('first_name', first);
    question.set('last_name', rest.join(' '));
  }
  return question;
}

/**
 * Null when the error response says that the person cannot be found.
 * @throws ProviderFailed for any other error response
 */
function notFoundOrThrow({ status, body }: Reply): null {
  if (status === UNAVAILABLE_FOR_LEGAL_REASONS) return null;
  const errors = refused.safeParse(body);
  const about = errors.success ? errors.data.errors.map(({ id }) => id) : [];
  const cannotBeFound = about.every((id) =>
    /^(?:not_found|invalid_(?:first_name|last_name|full_name|domain|company))$/.test(id),
  );
  if ((status === 400 || status === 404) && about.length > 0 && cannotBeFound) return null;
  throw new ProviderFailed(`Hunter answered ${status}`);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
