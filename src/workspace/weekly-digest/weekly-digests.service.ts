import { Inject, Injectable, Logger } from '@nestjs/common';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { eachAlone } from '#platform/queues/each-alone.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { lastDueWeek } from './digest.week.js';
import { weekPicture } from './week.picture.js';
import { type TeamWeek, WeekReader } from './week.reader.js';
import { newsOf, summaryOf } from './week.words.js';
import { WeeklyDigestsQueries, type WeeklyReader } from './weekly-digests.queries.js';
import { WeeklyLinks } from './weekly.links.js';

const AT_ONCE = 200;
const MAX_PRODUCTS = 10;

/** Mails people once a week what is new about the products that their team follows. */
@Injectable()
export class WeeklyDigests {
  private readonly log = new Logger(WeeklyDigests.name);

  constructor(
    private readonly database: Database,
    private readonly queries: WeeklyDigestsQueries,
    private readonly reader: WeekReader,
    private readonly links: WeeklyLinks,
    private readonly memberships: MembershipsService,
    private readonly teams: TeamsService,
    private readonly mails: MailsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Mails the digests that are due. @returns the number of people */
  @OnDue({ name: 'send-weekly-digests', everySeconds: 60 })
  async sendDue(): Promise<number> {
    return this.send(await this.database.now());
  }

  /** Mails the digests of the last week that is due at `now`, one for each person and team. @returns the number of people */
  async send(now: Date): Promise<number> {
    if (!this.mails.isConfigured) return 0;
    const week = lastDueWeek(now);
    const due = await this.queries.findDue(week, AT_ONCE);
    const weeks = new Map<string, TeamWeek | null>();
    return eachAlone(
      due,
      async (person) => {
        const known = weeks.get(person.team_id);
        const news = known === undefined ? await this.reader.read(person.team_id, week.name) : known;
        weeks.set(person.team_id, news);
        return this.tell(person, week.name, news);
      },
      (error, person) => this.log.error({ error, ...person }, 'weekly digest not sent'),
    );
  }

  /** Whether a person gets the weekly digest of a team. */
  async isOn(teamId: string, userId: string): Promise<boolean> {
    return !(await this.queries.isStopped(teamId, userId));
  }

  /** Switches the weekly digest of a person in a team on or off. */
  switch(teamId: string, userId: string, isOn: boolean): Promise<void> {
    return isOn ? this.queries.start(teamId, userId) : this.queries.stop(teamId, userId);
  }

  /** @throws 404 for a link that is not ours */
  async demandLink(token: string): Promise<void> {
    if (!(await this.links.read('stop', token))) throw notFound();
  }

  /** Ends the weekly digests of the person of a link. @throws 404 for a link that is not ours */
  async unsubscribe(token: string): Promise<void> {
    const named = await this.links.read('stop', token);
    if (!named) throw notFound();
    await this.queries.stop(named.teamId, named.subject);
  }

  /** The picture of a week as PNG. @throws 404 for a link that is not ours, for a team that is suspended, deleted or unpaid, and without a picture */
  async picture(token: string): Promise<Buffer> {
    const named = await this.links.read('picture', token);
    const isServed = named !== null && (await this.teams.servedAmong([named.teamId])).length > 0;
    const week = isServed && (await this.reader.read(named.teamId, named.subject));
    const png = week && (await weekPicture(week));
    if (!png) throw notFound();
    return png;
  }

  /** Deletes records after 90 days. @returns their number */
  @OnDue({ name: 'purge-weekly-digests', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.purge();
  }

  private async tell(person: WeeklyReader, week: string, news: TeamWeek | null): Promise<boolean> {
    const [recipient] = await this.memberships.recipientsAmong(person.team_id, [person.user_id]);
    const to = recipient?.is_verified ? recipient.email : null;
    const isMailed = news !== null && to !== null;
    const png = isMailed ? await weekPicture(news) : null;
    const unsubscribeUrl = await this.links.stopUrl(person.team_id, person.user_id);
    return this.database.transaction(async () => {
      if (!(await this.queries.insert(person, week, isMailed ? news.products.length : 0)) || !isMailed) return false;
      const summary = summaryOf(news);
      await this.mails.inform({
        kind: 'weekly-digest',
        to,
        subject: `Your week: ${summary}`,
        unsubscribeUrl,
        link: { label: 'Open Qualm', url: `${this.env.PUBLIC_URL}/` },
        ...(png && { picture: { png: png.toString('base64'), alt: `What rose and fell: ${summary}` } }),
        paragraphs: [
          `In the week before ${week}: ${summary}.`,
          ...news.products.slice(0, MAX_PRODUCTS).map((product) => ({
            text: `${product.name}. ${newsOf(product).join(' ')}`,
            url: `${this.env.PUBLIC_URL}/products/${product.id}`,
          })),
          { text: 'Stop the weekly digest for this team', url: unsubscribeUrl },
        ],
      });
      return true;
    });
  }
}
