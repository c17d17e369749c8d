import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import type { ProductView } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { OpportunityFilter } from '#workspace/opportunities/opportunity-filter.dto.js';
import { opportunityText, reportText } from './research.document.js';
import type { ResearchDocument, ResearchResult, ResearchResults } from './research.operations.js';
import { namesProduct, topicWordsOf, wordsOf } from './research.words.js';

const MAX_PRODUCTS = 5;
const MAX_OPPORTUNITIES = 10;
const NAMESAKES = 5;

/** Search and fetch, in the form that research agents expect. */
@Injectable()
export class ResearchService {
  constructor(
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly opportunities: OpportunitiesService,
    @Inject(ENV) private readonly env: Pick<Env, 'PUBLIC_URL'>,
  ) {}

  /**
   * The reports of the products that a question names, then the best opportunities about these products and the other
   * words of the question.
   */
  async search(caller: TeamCaller, question: string): Promise<ResearchResults> {
    const products = await this.productsIn(question);
    const opportunities = await this.opportunitiesAbout(caller, question, products);
    return {
      results: [
        ...products.map((product) => this.reportResult(product)),
        ...opportunities.map((opportunity) => this.opportunityResult(opportunity)),
      ],
    };
  }

  /** @throws 404 */
  async fetch(caller: TeamCaller, documentId: string): Promise<ResearchDocument> {
    const [kind, id = ''] = documentId.split(':');
    if (kind === 'report') {
      const { data: report } = (await this.painPoints.reportFor(caller, id)).value;
      const metadata = { kind, status: report.status, generated_at: report.generated_at ?? '' };
      return { ...this.reportResult(report.product), text: reportText(report), metadata };
    }
    const opportunity = await this.opportunities.get(caller, id);
    const { review, mention, published_at } = opportunity;
    const metadata = {
      kind: 'opportunity',
      platform: review?.platform ?? mention?.forum_community ?? '',
      source_url: review?.review_url ?? mention?.url ?? '',
      published_at: published_at ?? '',
    };
    return { ...this.opportunityResult(opportunity), text: opportunityText(opportunity), metadata };
  }

  private async productsIn(question: string): Promise<ProductView[]> {
    const found = new Map<string, ProductView>();
    for (const query of [question.trim(), ...wordsOf(question)]) {
      const { items } = await this.products.search({ query, page: 1, page_size: NAMESAKES });
      for (const product of items) if (namesProduct(question, product.name)) found.set(product.id, product);
    }
    return [...found.values()].slice(0, MAX_PRODUCTS);
  }

  /** If no text has one of the other words, every opportunity about the products. */
  private async opportunitiesAbout(
    caller: TeamCaller,
    question: string,
    products: readonly ProductView[],
  ): Promise<OpportunityDetail[]> {
    const words = topicWordsOf(
      question,
      products.map(({ name }) => name),
    );
    const best: OpportunityFilter = { page: 1, page_size: MAX_OPPORTUNITIES, sort: '-score' };
    const about = products.length > 0 ? { ...best, product_id: products.map(({ id }) => id) } : best;
    const { items } = words.length > 0 ? await this.opportunities.list(caller, { ...about, q: words }) : { items: [] };
    if (items.length > 0 || products.length === 0) return items;
    return (await this.opportunities.list(caller, about)).items;
  }

  private reportResult({ id, name }: { id: string; name: string }): ResearchResult {
    const title = `What reviewers dislike about ${name}`;
    return { id: `report:${id}`, title, url: `${this.env.PUBLIC_URL}/products/${id}` };
  }

  private opportunityResult({ id, title }: OpportunityDetail): ResearchResult {
    return { id: `opportunity:${id}`, title, url: `${this.env.PUBLIC_URL}/app/opportunities/${id}` };
  }
}
