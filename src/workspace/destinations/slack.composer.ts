import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { ProductsService } from '#market/products/products.service.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { WeekReader } from '#workspace/weekly-digest/week.reader.js';
import { newsOf, summaryOf } from '#workspace/weekly-digest/week.words.js';
import { WeeklyLinks } from '#workspace/weekly-digest/weekly.links.js';
import type { NewsRow } from './destination-deliveries.queries.js';
import {
  context,
  escapedLine,
  header,
  linked,
  messageOf,
  picture,
  section,
  type SlackMessage,
} from './slack.message.js';

/** Opportunities of one message. The rest is a number with a link. */
const MAX_SHOWN = 10;
/** Read for one message, to choose the best. */
const MAX_READ = 200;
const MAX_THEMES = 5;
const MAX_NAMES = 5;
const MAX_PRODUCTS = 10;
const TITLE_LENGTH = 250;

/** Writes the messages for Slack from what is stored when they are sent. They have no contact data, even if the team unlocked it. */
@Injectable()
export class SlackComposer {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly searches: SavedSearchesService,
    private readonly products: ProductsService,
    private readonly history: ReportHistoryService,
    private readonly weeks: WeekReader,
    private readonly weeklyLinks: WeeklyLinks,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The message of a delivery; null if what it is about is gone. */
  async compose(row: NewsRow): Promise<SlackMessage | null> {
    if (row.news === 'matches') return this.ofMatches(row);
    if (row.news === 'reports') return this.ofReport(row);
    if (row.news === 'weekly') return this.ofWeek(row);
    return this.ofTest();
  }

  private async ofMatches({ team_id, content }: NewsRow): Promise<SlackMessage | null> {
    const ids = (content.opportunity_ids ?? []).slice(-MAX_READ);
    const found = await this.opportunities.presentLocked(team_id, ids);
    if (found.length === 0) return null;
    const total = found.length + Math.max(0, (content.opportunity_ids ?? []).length - MAX_READ);
    const names = [...(await this.searches.namesOf(team_id, content.saved_search_ids ?? [])).values()];
    const best = found.toSorted((one, other) => other.score - one.score).slice(0, MAX_SHOWN);
    const title = total === 1 ? 'A new opportunity' : `${total.toLocaleString('en')} new opportunities`;
    return messageOf(`${title} in Qualm`, [
      header(title),
      ...(names.length > 0 ? [context(`Found by ${namesOf(names)}`)] : []),
      ...best.map((each) => section(this.lineOf(each))),
      context(
        total > best.length
          ? `The best ${best.length} of them. ${linked(`${this.env.PUBLIC_URL}/app/opportunities`, 'See all')}`
          : linked(`${this.env.PUBLIC_URL}/app/opportunities`, 'Open the opportunities'),
      ),
    ]);
  }

  private lineOf(opportunity: OpportunityDetail): string {
    const { id, title, frustration_tier, score, review, mention } = opportunity;
    const product = review?.product ?? mention?.product;
    const signs = [product && escapedLine(product.name, 100), `score ${score}`, `${frustration_tier} frustration`];
    return `*${linked(`${this.env.PUBLIC_URL}/app/opportunities/${id}`, title, TITLE_LENGTH)}*\n${signs.filter(Boolean).join(' · ')}`;
  }

  private async ofReport({ content }: NewsRow): Promise<SlackMessage | null> {
    const { product_id = '', report_id = '' } = content;
    const [product] = await this.products.summariesOf([product_id]);
    if (!product) return null;
    const changes = ((await this.history.changesIn(product_id, report_id)) ?? []).filter(
      ({ change }) => change === 'new' || change === 'grown',
    );
    const url = `${this.env.PUBLIC_URL}/products/${product_id}`;
    const lines = changes.slice(0, MAX_THEMES).map(({ category_name, change, from, to }) => {
      const mentions = `${to?.total_mentions ?? 0} mentions`;
      const words = change === 'new' ? `new, ${mentions}` : `${mentions}, before ${from?.total_mentions ?? 0}`;
      return `• *${escapedLine(category_name, 100)}*: ${words}`;
    });
    return messageOf(`The report of ${product.name} is ready`, [
      header(`The report of ${product.name} is ready`),
      ...(lines.length > 0 ? [section(`New and growing problems\n${lines.join('\n')}`)] : []),
      context(linked(url, 'Read the report')),
    ]);
  }

  private async ofWeek({ team_id, content: { week = '' } }: NewsRow): Promise<SlackMessage | null> {
    const news = await this.weeks.read(team_id, week);
    if (!news) return null;
    const summary = summaryOf(news);
    // Slack fetches the picture, so it needs an address that the public internet can reach.
    const hasPicture = news.rose + news.fell > 0 && this.env.PUBLIC_URL.startsWith('https://');
    return messageOf(`Your week: ${summary}`, [
      header(`The week before ${week}: ${summary}`),
      ...news.products.slice(0, MAX_PRODUCTS).map((product) => {
        const name = linked(`${this.env.PUBLIC_URL}/products/${product.id}`, product.name, 100);
        return section(
          `*${name}*\n${newsOf(product)
            .map((line) => escapedLine(line, 600))
            .join('\n')}`,
        );
      }),
      ...(hasPicture
        ? [picture(await this.weeklyLinks.pictureUrl(team_id, week), `What rose and fell: ${summary}`)]
        : []),
    ]);
  }

  private ofTest(): SlackMessage {
    return messageOf('A test of Qualm', [
      section('This is a test of Qualm. News of your team will appear here.'),
      context(linked(`${this.env.PUBLIC_URL}/app/settings/destinations`, 'Choose what is sent')),
    ]);
  }
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `*${escapedLine(name, 100)}*`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
