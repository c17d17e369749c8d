import { Inject, Injectable, Logger } from '@nestjs/common';
import { group } from 'd3-array';
import { Facts } from '#accounts/facts/facts.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import type { LinkedParagraph } from '#platform/mail/mail.content.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { lastDue } from './digest.schedule.js';
import { type DigestRow, DigestsQueries, type DueDigest } from './digests.queries.js';
import { UnsubscribeLinks } from './unsubscribe.links.js';

const MAX_SHOWN = 20;
/** A match belongs to the time at which its transaction began, so its commit may come after the due time. */
const SETTLING_MS = 120_000;

/** Mails people the matches of their team's searches. */
@Injectable()
export class DigestsService {
  private readonly log = new Logger(DigestsService.name);

  constructor(
    private readonly database: Database,
    private readonly queries: DigestsQueries,
    private readonly teams: TeamsService,
    private readonly memberships: MembershipsService,
    private readonly opportunities: OpportunitiesService,
    private readonly mails: MailsService,
    private readonly links: UnsubscribeLinks,
    private readonly facts: Facts,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Mails the digests that are due. @returns their number */
  @OnDue({ name: 'send-digests', everySeconds: 60 })
  async sendDue(): Promise<number> {
    return this.send(new Date((await this.database.now()).getTime() - SETTLING_MS));
  }

  /**
   * Mails the digests that are due at `asOf`: one for each person and time, for all searches. Without matches there is
   * no digest. @returns their number
   */
  async send(asOf: Date): Promise<number> {
    if (!this.mails.isConfigured) return 0;
    const due = await this.dueAt(asOf);
    const made = due.length > 0 ? await this.queries.findMade(due) : new Set<string>();
    return eachAlone(
      due.filter((digest) => !made.has(keyOf(digest))),
      (digest) => this.database.transaction(() => this.write(digest)),
      (error, digest) => this.log.error({ error, digest: keyOf(digest) }, 'digest not sent'),
    );
  }

  /** Ends the digests of a person in a team. @throws 404 for a link that is not ours */
  async unsubscribe(token: string): Promise<void> {
    const named = await this.links.read(token);
    if (!named) throw notFound();
    await this.database.transaction(async () => {
      for (const { id, name } of await this.queries.removeRecipient(named.teamId, named.userId)) {
        const changes = { recipients: [named.userId, null] } as const;
        await this.facts.record('saved_search.changed', { teamId: named.teamId, id, name }, { changes });
      }
    });
  }

  /** @throws 404 for a link that is not ours */
  async demandLink(token: string): Promise<void> {
    if (!(await this.links.read(token))) throw notFound();
  }

  /** Deletes records of digests after 90 days. @returns their number */
  @OnDue({ name: 'purge-digests', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.purge();
  }

  private async dueAt(asOf: Date): Promise<DueDigest[]> {
    const searches = await this.queries.findMailed();
    const served = new Set(await this.teams.servedAmong([...new Set(searches.map(({ team_id }) => team_id))]));
    const wanted = searches.flatMap((search) => {
      const { email } = search.deliver;
      if (!email || !served.has(search.team_id)) return [];
      const dueAt = lastDue(email, asOf);
      return email.recipients.map((userId) => ({ teamId: search.team_id, userId, dueAt, search }));
    });
    return [...group(wanted, keyOf).values()].flatMap((each) => {
      const [first] = each;
      return first ? [{ ...first, searches: each.map(({ search }) => search) }] : [];
    });
  }

  /**
   * Records the digest also without matches, so that it is not looked for again.
   * @returns false without matches, for an address that is not confirmed, and for a digest that was written before
   */
  private async write(digest: DueDigest): Promise<boolean> {
    const { teamId, userId, searches } = digest;
    const best = await this.queries.findBest(digest, MAX_SHOWN);
    const total = best[0]?.total ?? 0;
    const [recipient] = total > 0 ? await this.memberships.recipientsAmong(teamId, [userId]) : [];
    if (total > 0 && !recipient?.is_verified) return false;
    if (!(await this.queries.insert(digest, total)) || !recipient) return false;
    await this.queries.noteSent(digest);
    const names = new Map(searches.map(({ id, name }) => [id, name]));
    const unsubscribeUrl = await this.links.linkFor(teamId, userId);
    const subject =
      total === 1 ? 'A new opportunity matches your searches' : `${total} new opportunities match your searches`;
    await this.mails.inform({
      kind: 'digest',
      to: recipient.email,
      subject,
      unsubscribeUrl,
      link: { label: 'Open your opportunities', url: `${this.env.PUBLIC_URL}/app/opportunities` },
      paragraphs: [
        total > best.length ? `${subject}. These are the best ${best.length}.` : `${subject}.`,
        ...(await this.linesOf(teamId, best, names)),
        { text: 'Stop these emails', url: unsubscribeUrl },
      ],
    });
    return true;
  }

  private async linesOf(
    teamId: string,
    best: readonly DigestRow[],
    names: ReadonlyMap<string, string>,
  ): Promise<LinkedParagraph[]> {
    const shown = await this.opportunities.presentLocked(
      teamId,
      best.map(({ opportunity_id }) => opportunity_id),
    );
    const foundBy = new Map(best.map(({ opportunity_id, search_ids }) => [opportunity_id, search_ids]));
    return shown.map(({ id, title, frustration_tier }) => {
      const searches = foundBy.get(id)?.map((searchId) => names.get(searchId) ?? '') ?? [];
      return {
        text: `${title} (${frustration_tier} frustration; found by ${searches.join(', ')})`,
        url: `${this.env.PUBLIC_URL}/app/opportunities/${id}`,
      };
    });
  }
}

const keyOf = ({ teamId, userId, dueAt }: Pick<DueDigest, 'teamId' | 'userId' | 'dueAt'>): string =>
  `${teamId} ${userId} ${dueAt.toISOString()}`;
