import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { Product } from './product.entity.js';
import { ProductsQueries } from './products.queries.js';

/** What a finished report leaves on its product. */
export interface FinishedReport {
  reportId: string;
  generatedAt: Date;
  headline: string;
}

/** Writes down on a product how its report stands, so that search, lists and competitors need not look further. */
@Injectable()
export class ProductReportsService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly queries: ProductsQueries,
  ) {}

  exists(productId: string): Promise<boolean> {
    return this.products.existsBy({ id: productId });
  }

  /** The id of the product that an operator names, by id or by its whole name. @throws 404; 400 when several bear the name. */
  async identify(idOrName: string): Promise<string> {
    const [product, another] = UUID_PATTERN.test(idOrName)
      ? await this.products.find({ select: { id: true }, where: { id: idOrName } })
      : await this.queries.findNamesakes(idOrName, 2);
    if (!product) throw notFound('Product not found');
    if (another) throw invalidRequest('Several products bear this name; give the id of one');
    return product.id;
  }

  async noteStarted(productId: string): Promise<void> {
    await this.products.update({ id: productId }, { reportStatus: 'generating' });
  }

  async noteFinished(productId: string, { reportId, generatedAt, headline }: FinishedReport): Promise<void> {
    await this.products.update(
      { id: productId },
      { reportStatus: 'completed', reportId, reportGeneratedAt: generatedAt, painHeadline: headline },
    );
  }

  /** The last finished report stays where it is. */
  async noteFailed(productId: string): Promise<void> {
    await this.products.update({ id: productId }, { reportStatus: 'failed' });
  }

  /** Products with reviews, in order of id: the batch that follows `afterId`. */
  async reviewedAfter(afterId: string | null, limit: number): Promise<string[]> {
    const products = await this.products.find({
      select: { id: true },
      where: { reviewCount: MoreThan(0), ...(afterId && { id: MoreThan(afterId) }) },
      order: { id: 'ASC' },
      take: limit,
    });
    return products.map(({ id }) => id);
  }
}
