import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { ImportedRows } from '#market/imports/imported-rows.service.js';
import { PostsErasure } from '#market/posts/posts.erasure.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { ReportErasure } from '#market/reports/report-erasure.service.js';
import { ReviewsErasure } from '#market/reviews/reviews.erasure.js';
import { ErasedPeople } from '#market/writers/erased-people.service.js';
import { ErasedTexts } from '#market/writers/erased-texts.service.js';
import type { TextKey } from '#market/writers/written-texts.types.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { OpportunitiesRemoval } from '#workspace/opportunities/removal/opportunities-removal.service.js';
import { TextErasureQueries } from './text-erasure.queries.js';

export type TextKind = 'reviews' | 'posts';

/** Why texts are erased. Those of a removed source may come back with it. */
export type ErasureReason = 'gone' | 'asked' | 'removed';

/** The numbers of texts: those that were deleted, and those of which a row without words stays, because a team has paid for it. */
export interface TextsErased {
  deleted: number;
  emptied: number;
}

/** Erases texts: from the catalogue, from reports, and with their opportunities. */
@Injectable()
export class TextErasure {
  constructor(
    private readonly database: Database,
    private readonly queries: TextErasureQueries,
    private readonly people: ErasedPeople,
    private readonly texts: ErasedTexts,
    private readonly rows: ImportedRows,
    private readonly products: ProductReportsService,
    private readonly reports: ReportErasure,
    private readonly opportunities: OpportunitiesRemoval,
    private readonly reviews: ReviewsErasure,
    private readonly posts: PostsErasure,
    private readonly facts: Facts,
  ) {}

  /** Erases these texts in one transaction. Safe to repeat. */
  erase(kind: TextKind, keys: readonly TextKey[], why: ErasureReason): Promise<TextsErased> {
    return this.database.transaction(async () => {
      await this.people.begin();
      if (why !== 'removed') await this.texts.add(kind, keys, why);
      const found = await this.queries.find(kind, keys);
      if (kind === 'reviews')
        await this.products.lock([...new Set(found.flatMap(({ product_id }) => product_id ?? []))]);
      const ids = found.map(({ id }) => id);
      await this.rows.lock(kind, ids);
      await this.opportunities.lock(kind, ids);
      // A team may have paid before the lock.
      const locked = await this.queries.find(kind, keys);
      const [paid, free] = [locked.filter(isPaidFor), locked.filter((text) => !isPaidFor(text))].map(idsOf) as [
        string[],
        string[],
      ];
      if (kind === 'reviews') await this.reports.removeQuotes(ids);
      await this.opportunities.remove(kind, free);
      await this.opportunities.empty(kind, paid);
      await (kind === 'reviews' ? this.reviews : this.posts).empty(paid);
      const deleted = await this.rows.delete(kind, free);
      return { deleted, emptied: paid.length };
    });
  }

  /** Erases the texts with this address, because a person asked for it. @throws 404 if there is none */
  async eraseByAddress(url: string): Promise<TextsErased> {
    const erased = { deleted: 0, emptied: 0 };
    return this.database.transaction(async () => {
      await this.people.begin();
      for (const kind of ['reviews', 'posts'] as const) {
        const keys = await this.queries.findByAddress(kind, url);
        if (keys.length === 0) continue;
        const { deleted, emptied } = await this.erase(kind, keys, 'asked');
        erased.deleted += deleted;
        erased.emptied += emptied;
      }
      if (erased.deleted + erased.emptied === 0) throw notFound('There is no text with this address');
      await this.facts.record('text.erased', { teamId: null });
      return erased;
    });
  }
}

const isPaidFor = ({ is_paid_for }: { is_paid_for: boolean }): boolean => is_paid_for;
const idsOf = (texts: readonly { id: string }[]): string[] => texts.map(({ id }) => id);
