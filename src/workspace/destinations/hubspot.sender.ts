import { Inject, Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import type { NewsRow } from './destination-deliveries.queries.js';
import type { DestinationSender } from './destination.sender.js';
import { type AttemptResult, CANCELED, SUCCEEDED } from './destination.types.js';
import { OPPORTUNITY_HANDED_OVER } from './destinations.events.js';
import type { DestinationRefusal } from './destinations.failures.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';
import { type HandOverRow, HandOversQueries, type HandOverStep } from './hand-overs.queries.js';
import { HubspotFailed } from './hubspot.client.js';
import { HubspotRecords } from './hubspot.records.js';
import { type HandedOver, handedOver } from './hubspot.subject.js';

const TOKEN = /^pat-[A-Za-z0-9-]{8,200}$/;

/** The address of a deal in a browser; null while it is not known. */
export const dealUrlOf = (accountUrl: string | null, dealId: string | null): string | null =>
  accountUrl === null || dealId === null ? null : `${accountUrl}/record/0-3/${dealId}`;

/** Another worker has claimed the delivery. */
class ClaimLost extends Error {}

/**
 * Hands opportunities over to HubSpot, step by step: deal, contact, company, note. Each step stores the id that HubSpot gave before the
 * next one begins, and looks for what it may have made, so that a crash between an answer and our commit doubles nothing.
 */
@Injectable()
export class HubspotSender implements DestinationSender {
  constructor(
    private readonly database: Database,
    private readonly records: HubspotRecords,
    private readonly handOvers: HandOversQueries,
    private readonly destinations: DestinationsQueries,
    private readonly opportunities: OpportunitiesService,
    private readonly pitches: PitchesService,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  check(secret: string): Promise<DestinationRefusal | null> {
    return Promise.resolve(TOKEN.test(secret) ? null : 'not_a_token');
  }

  /** Hands one opportunity over, or reads the account for a test. Never rejects because of HubSpot. */
  async send(row: NewsRow, token: string, destination: DestinationRow): Promise<AttemptResult> {
    try {
      if (row.news !== 'test') return await this.handOver(row, token, destination);
      await this.records.stages(token);
      return SUCCEEDED;
    } catch (error) {
      if (error instanceof HubspotFailed) return error.result;
      if (error instanceof ClaimLost) return CANCELED;
      throw error;
    }
  }

  private async handOver(row: NewsRow, token: string, destination: DestinationRow): Promise<AttemptResult> {
    const teamId = row.team_id;
    const [opportunity] = await this.opportunities.present(teamId, [row.subject]);
    if (!opportunity) return CANCELED;
    const accountUrl = await this.accountUrl(token, destination);
    let done = await this.handOvers.findOrInsert(teamId, destination.id, opportunity.id);
    const pitch = await this.pitches.latestOf(teamId, opportunity.id);
    const appUrl = `${this.env.PUBLIC_URL}/app/opportunities/${opportunity.id}`;
    const subject = handedOver(opportunity, { pitch, appUrl, mark: done.id });
    const note = async (step: HandOverStep): Promise<void> => {
      const noted = await this.handOvers.note(done.id, row, step);
      if (!noted) throw new ClaimLost();
      done = noted;
    };
    if (done.deal_id === null) {
      const { id: deal_id, stage } = await this.records.deal(token, done.id, subject.title);
      await note({ deal_id, stage });
    }
    await this.people(token, () => done, subject, note);
    if (done.note_id === null) {
      const { deal_id, contact_id: contact, company_id: company, created_at: at } = done;
      const links = { deal: String(deal_id), contact, company };
      await note({ note_id: await this.records.note(token, { mark: done.id, html: subject.note, at }, links) });
    }
    await this.complete(row, done, { destination, url: dealUrlOf(accountUrl, done.deal_id) });
    return SUCCEEDED;
  }

  /** The contact and the company, linked with the deal and with each other. */
  private async people(
    token: string,
    done: () => HandOverRow,
    { email, contact, company }: HandedOver,
    note: (step: HandOverStep) => Promise<void>,
  ): Promise<void> {
    const deal = ['deals', String(done().deal_id)] as const;
    if (email !== null && done().contact_id === null) {
      const contact_id = await this.records.contact(token, email, contact);
      await this.records.link(token, deal, ['contacts', contact_id]);
      await note({ contact_id });
    }
    if (company === null || done().company_id !== null) return;
    const { destination_id, contact_id } = done();
    // Before a company is made, so that another hand-over with the domain looks at this deal.
    await note({ company_domain: company.domain });
    const known = await this.handOvers.findCompany(destination_id, company.domain);
    // A company that is gone is looked for again.
    const isThere = known !== null && (await this.records.link(token, deal, ['companies', known]));
    const others = isThere ? [] : await this.handOvers.dealsWithoutCompany(destination_id, company.domain);
    const company_id = isThere ? known : await this.records.company(token, { deal: deal[1], others }, company);
    if (!isThere) await this.records.link(token, deal, ['companies', company_id]);
    if (contact_id) await this.records.link(token, ['contacts', contact_id], ['companies', company_id]);
    await note({ company_id });
  }

  private async accountUrl(token: string, destination: DestinationRow): Promise<string> {
    if (destination.account_url !== null) return destination.account_url;
    const url = await this.records.prepare(token);
    await this.destinations.noteAccount(destination, url);
    return url;
  }

  private async complete(
    { team_id: teamId, subject: opportunity_id }: NewsRow,
    { id }: HandOverRow,
    { destination, url }: { destination: DestinationRow; url: string | null },
  ): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.handOvers.complete(id))) return;
      const event = { opportunity_id, destination: { id: destination.id, name: destination.name }, record_url: url };
      await this.facts.record(OPPORTUNITY_HANDED_OVER, { teamId }, { event });
    });
  }
}
