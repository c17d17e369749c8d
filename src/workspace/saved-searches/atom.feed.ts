import { Inject, Injectable } from '@nestjs/common';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { tagOf } from '#platform/http/entity-tag.js';
import { clipped } from '#platform/text/clipped.text.js';
import { cleanedForXml } from '#platform/text/xml.text.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { MatchesQueries } from './matches.queries.js';
import { feedHashOf } from './saved-searches.service.js';

const ENTRIES = 50;
const MAX_TEXT_LENGTH = 500;
const SECRET = /^[0-9a-f]{64}$/;

/** A document with its validator. */
export interface AtomDocument {
  xml: string;
  etag: string;
}

/** The matches of saved searches as Atom feeds (RFC 4287), without contact data. */
@Injectable()
export class AtomFeed {
  constructor(
    private readonly queries: MatchesQueries,
    private readonly opportunities: OpportunitiesService,
    private readonly teams: TeamsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * The 50 newest matches of the search with this secret. @throws 404, even for a valid secret if the team has no
   * paid plan or is suspended
   */
  async render(secret: string): Promise<AtomDocument> {
    const search = SECRET.test(secret) ? await this.queries.findByFeed(feedHashOf(secret)) : null;
    if (!search || (await this.teams.servedAmong([search.team_id])).length === 0) throw notFound();
    const matches = await this.queries.list(search.id, { after: null, limit: ENTRIES });
    const shown = await this.opportunities.presentLocked(
      search.team_id,
      matches.map(({ opportunity_id }) => opportunity_id),
    );
    const byId = new Map(shown.map((each) => [each.id, each]));
    // Loaded with the first feed: its 160 modules would slow every start.
    const { generateAtomFeed } = await import('feedsmith');
    const xml = generateAtomFeed({
      id: `urn:uuid:${search.id}`,
      title: { value: cleanedForXml(search.name) },
      updated: matches[0]?.matched_at ?? search.created_at,
      authors: [{ name: 'Qualm' }],
      links: [{ href: `${this.env.PUBLIC_URL}/api/v1/feeds/${secret}.atom`, rel: 'self' }],
      entries: matches.flatMap(({ opportunity_id: id, matched_at }) => {
        const opportunity = byId.get(id);
        if (!opportunity) return [];
        const text = opportunity.review?.text ?? opportunity.mention?.text ?? '';
        return [
          {
            id: `urn:uuid:${id}`,
            title: { value: cleanedForXml(opportunity.title) },
            updated: matched_at,
            links: [{ href: `${this.env.PUBLIC_URL}/app/opportunities/${id}`, rel: 'alternate' }],
            summary: { value: cleanedForXml(clipped(text, MAX_TEXT_LENGTH)) },
          },
        ];
      }),
    });
    return { xml, etag: tagOf(Buffer.from(xml)) };
  }
}
