import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { Product } from './product.entity.js';
import { ProductsQueries } from './products.queries.js';

/** The columns of a finished report on its product. */
export interface FinishedReport {
  reportId: string;
  generatedAt: Date;
  /** The product's count of review changes when the report began to read. */
  reviewChanges: number;
  headline: string;
}

/** Maintains the state of the report on its product, so that search, lists and competitors need no other table. */
@Injectable()
export class ProductReportsService {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    private readonly queries: ProductsQueries,
  ) {}

  exists(productId: string): Promise<boolean> {
    return this.products.existsBy({ id: productId });
  }

  /** The ids by which a product was bought: its own, and those of the products that were merged into it. */
  async boughtIds(productId: string): Promise<string[]> {
    const product = await this.products.findOne({ select: { mergedIds: true }, where: { id: productId } });
    return [productId, ...(product?.mergedIds ?? [])];
  }

  /** Locks products until the transaction ends. Imports of their reviews wait. */
  async lock(ids: readonly string[]): Promise<void> {
    await this.queries.lock(ids);
  }

  /** The id of a product, given by id or by full name. @throws 404; 400 if several products have the name. */
  async findId(idOrName: string): Promise<string> {
    const [product, another] = UUID_PATTERN.test(idOrName)
      ? await this.products.find({ select: { id: true }, where: { id: idOrName } })
      : await this.queries.findByExactName(idOrName, 2);
    if (!product) throw notFound('Product not found');
    if (another) throw invalidRequest('Several products have this name; specify the id of one');
    return product.id;
  }

  async markGenerating(productId: string): Promise<void> {
    await this.products.update({ id: productId }, { reportStatus: 'generating' });
  }

  async markCompleted(productId: string, report: FinishedReport): Promise<void> {
    await this.products.update(
      { id: productId },
      {
        reportStatus: 'completed',
        reportId: report.reportId,
        reportGeneratedAt: report.generatedAt,
        reportReviewChanges: report.reviewChanges,
        painHeadline: report.headline,
      },
    );
  }

  /** Keeps the last finished report. */
  async markFailed(productId: string): Promise<void> {
    await this.products.update({ id: productId }, { reportStatus: 'failed' });
  }

  /** The ids of products with reviews, in order: the batch after `afterId`. */
  async findReviewedAfter(afterId: string | null, limit: number): Promise<string[]> {
    const products = await this.products.find({
      select: { id: true },
      where: { reviewCount: MoreThan(0), ...(afterId && { id: MoreThan(afterId) }) },
      order: { id: 'ASC' },
      take: limit,
    });
    return products.map(({ id }) => id);
  }
}
