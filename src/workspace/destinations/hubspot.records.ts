import { Injectable } from '@nestjs/common';
import { HubspotClient, HubspotFailed, type HubspotObject, wordsOf } from './hubspot.client.js';
import type { HandedOver } from './hubspot.subject.js';

/** The property of a deal that holds the id of its hand-over. HubSpot refuses a second deal with the same value. */
const MARK_PROPERTY = 'qualm_hand_over';
/** The kinds of links between records that HubSpot defines, by their numbers. */
const LINKS = { companyToDeal: 342, noteToContact: 202, noteToCompany: 190, noteToDeal: 214 };
const MAX_NOTES = 20;

type Many = { results: HubspotObject[] };
type Links = { results: { toObjectId: number | string }[] };
/** An answer to a batch, which may have faults instead of results. */
type Batch = Many & { errors?: { message?: string }[] };

/** A stage of a pipeline; `end` if it ends a deal. */
export interface Stage {
  id: string;
  pipeline: string;
  end: 'won' | 'lost' | null;
}

interface Pipeline {
  id: string;
  displayOrder: number;
  stages: { id: string; displayOrder: number; metadata?: { isClosed?: string; probability?: string } }[];
}

/** The records of a HubSpot account. Each method can be repeated: it looks for what it may have made before it makes it. */
@Injectable()
export class HubspotRecords {
  constructor(private readonly client: HubspotClient) {}

  /** The address of the account in a browser, after the mark of deals was set up in it. @throws HubspotFailed */
  async prepare(token: string): Promise<string> {
    const account = await this.client.get<{ portalId: number; uiDomain?: string }>(token, '/account-info/v3/details');
    const property = {
      ...{ name: MARK_PROPERTY, label: 'Qualm hand-over', groupName: 'dealinformation', type: 'string' },
      ...{ fieldType: 'text', hasUniqueValue: true, formField: false },
      description: 'The hand-over in Qualm that made the deal',
    };
    await this.client.post(token, '/crm/v3/properties/deals', property).catch((error: unknown) => {
      if (!(error instanceof HubspotFailed) || error.result.responseStatus !== 409) throw error;
    });
    return `https://${account?.uiDomain ?? 'app.hubspot.com'}/contacts/${account?.portalId ?? ''}`;
  }

  /** The stages of deals, in the order of the account. @throws HubspotFailed */
  async stages(token: string): Promise<Stage[]> {
    const read = await this.client.get<{ results: Pipeline[] }>(token, '/crm/v3/pipelines/deals');
    const pipelines = (read?.results ?? []).toSorted((one, other) => one.displayOrder - other.displayOrder);
    return pipelines.flatMap(({ id: pipeline, stages }) =>
      stages
        .toSorted((one, other) => one.displayOrder - other.displayOrder)
        .map(({ id, metadata }) => ({ id, pipeline, end: endOf(metadata) })),
    );
  }

  /** Makes a contact, or fills what an existing one lacks: nothing that a person wrote there changes. @throws HubspotFailed */
  async contact(token: string, email: string, values: Record<string, string>): Promise<string> {
    const names = Object.keys(values).join(',');
    const path = `/crm/v3/objects/contacts/${encodeURIComponent(email)}?idProperty=email&properties=${names}`;
    const existing = await this.client.get<HubspotObject>(token, path);
    const missing = Object.entries(values).filter(([name]) => !existing?.properties[name]);
    if (existing && missing.length === 0) return existing.id;
    const input = { idProperty: 'email', id: email, properties: { ...Object.fromEntries(missing), email } };
    return this.upsert(token, 'contacts', input);
  }

  /** Makes the deal of a hand-over, or finds it. @returns its id and its stage. @throws HubspotFailed */
  async deal(token: string, mark: string, dealname: string): Promise<{ id: string; stage: string }> {
    const path = `/crm/v3/objects/deals/${mark}?idProperty=${MARK_PROPERTY}&properties=dealstage`;
    const existing = await this.client.get<HubspotObject>(token, path);
    if (existing) return { id: existing.id, stage: existing.properties.dealstage ?? '' };
    const [first] = await this.stages(token);
    if (!first) throw nothingLikeThat('HubSpot has no pipeline for deals');
    const { id: dealstage, pipeline } = first;
    const properties = { dealname, dealstage, pipeline, [MARK_PROPERTY]: mark };
    return {
      id: await this.upsert(token, 'deals', { idProperty: MARK_PROPERTY, id: mark, properties }),
      stage: dealstage,
    };
  }

  /**
   * The company of a deal: one that is linked with it or with one of `others`, or has the domain, or a new one that is linked with the deal.
   * @throws HubspotFailed
   */
  async company(
    token: string,
    { deal, others }: { deal: string; others: readonly string[] },
    { domain, name }: NonNullable<HandedOver['company']>,
  ): Promise<string> {
    for (const each of [deal, ...others]) {
      const [linked] = await this.linked(token, each, 'companies');
      if (linked) return linked;
    }
    const filters = [{ propertyName: 'domain', operator: 'EQ', value: domain }];
    const search = { filterGroups: [{ filters }], properties: ['domain'], limit: 1 };
    const found = await this.client.post<Many>(token, '/crm/v3/objects/companies/search', search);
    if (found.results[0]) return found.results[0].id;
    const made = await this.client.post<HubspotObject>(token, '/crm/v3/objects/companies', {
      properties: { domain, name },
      associations: [linkTo(deal, LINKS.companyToDeal)],
    });
    return made.id;
  }

  /** The note of a hand-over on its deal: the one with the mark, or a new one. @throws HubspotFailed */
  async note(
    token: string,
    { mark, html, at }: { mark: string; html: string; at: Date },
    to: { deal: string; contact: string | null; company: string | null },
  ): Promise<string> {
    const inputs = (await this.linked(token, to.deal, 'notes')).map((id) => ({ id }));
    if (inputs.length > 0) {
      const body = { inputs, properties: ['hs_note_body'] };
      const { results } = await this.client.post<Many>(token, '/crm/v3/objects/notes/batch/read', body);
      const known = results.find(({ properties }) => properties.hs_note_body?.includes(mark));
      if (known) return known.id;
    }
    const associations = [
      linkTo(to.deal, LINKS.noteToDeal),
      ...(to.contact ? [linkTo(to.contact, LINKS.noteToContact)] : []),
      ...(to.company ? [linkTo(to.company, LINKS.noteToCompany)] : []),
    ];
    const properties = { hs_note_body: html, hs_timestamp: at.toISOString() };
    return (await this.client.post<HubspotObject>(token, '/crm/v3/objects/notes', { properties, associations })).id;
  }

  /** Links two records, which may be linked already. @returns false if one of them is gone. @throws HubspotFailed */
  link(
    token: string,
    [from, fromId]: readonly [string, string],
    [to, toId]: readonly [string, string],
  ): Promise<boolean> {
    return this.client.put(token, `/crm/v4/objects/${from}/${fromId}/associations/default/${to}/${toId}`);
  }

  /** The current stages of deals with the time of their last change; deals that are gone are left out. @throws HubspotFailed */
  async dealStages(token: string, ids: readonly string[]): Promise<Map<string, { stage: string; since: Date }>> {
    const body = { inputs: ids.map((id) => ({ id })), properties: ['dealstage'], propertiesWithHistory: ['dealstage'] };
    const { results } = await this.client.post<Many>(token, '/crm/v3/objects/deals/batch/read', body);
    return new Map(
      results.map(({ id, properties, propertiesWithHistory }) => {
        const since = propertiesWithHistory?.dealstage?.[0]?.timestamp;
        return [id, { stage: properties.dealstage ?? '', since: since === undefined ? new Date(0) : new Date(since) }];
      }),
    );
  }

  private async linked(token: string, dealId: string, to: 'companies' | 'notes'): Promise<string[]> {
    const path = `/crm/v4/objects/deals/${dealId}/associations/${to}?limit=${MAX_NOTES}`;
    return ((await this.client.get<Links>(token, path))?.results ?? []).map(({ toObjectId }) => String(toObjectId));
  }

  private async upsert(token: string, type: 'contacts' | 'deals', input: object): Promise<string> {
    try {
      const { results, errors = [] } = await this.client.post<Batch>(token, `/crm/v3/objects/${type}/batch/upsert`, {
        inputs: [input],
      });
      if (results[0]) return results[0].id;
      throw nothingLikeThat(`HubSpot: ${wordsOf({ errors }) || 'nothing was stored'}`);
    } catch (error) {
      // Another request made it at the same time.
      if (error instanceof HubspotFailed && error.conflict !== null) return error.conflict;
      throw error;
    }
  }
}

const nothingLikeThat = (detail: string): HubspotFailed =>
  new HubspotFailed({ end: 'failed', failure: 'invalid_request', detail, responseStatus: null, waitSeconds: null });

const linkTo = (id: string, associationTypeId: number) => ({
  to: { id },
  types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }],
});

function endOf(metadata: Pipeline['stages'][number]['metadata']): Stage['end'] {
  if (metadata?.isClosed !== 'true') return null;
  return Number(metadata.probability) > 0 ? 'won' : 'lost';
}
