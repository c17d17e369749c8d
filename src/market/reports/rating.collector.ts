/** The average ratings of a product's reviews, to two decimals. Null where no review has a rating. */
export interface AverageRatings {
  average: number | null;
  /** The reviews with a rating. */
  reviews: number;
  /** Of the reviews of the 90 days before the newest dated review. */
  last_90_days: number | null;
  /** Of the earlier dated reviews. */
  before: number | null;
}

interface Sum {
  ratings: number;
  reviews: number;
}

const DAY_MS = 86_400_000;
const RECENT_DAYS = 90;
/** An average of fewer ratings changes with every review. */
const MIN_REVIEWS = 10;

/** Averages the ratings of a product's reviews. */
export class RatingCollector {
  private readonly all: Sum = { ratings: 0, reviews: 0 };
  private readonly byDay = new Map<number, Sum>();

  /** @param reviews with `publishedAt` as ISO 8601 */
  add(reviews: readonly { rating: number | null; publishedAt: string | null }[]): void {
    for (const { rating, publishedAt } of reviews) {
      if (rating === null) continue;
      count(this.all, rating);
      if (publishedAt === null) continue;
      const day = Math.floor(Date.parse(publishedAt) / DAY_MS);
      const sum = this.byDay.get(day) ?? { ratings: 0, reviews: 0 };
      count(sum, rating);
      this.byDay.set(day, sum);
    }
  }

  get ratings(): AverageRatings {
    const newest = [...this.byDay.keys()].reduce((latest, day) => Math.max(latest, day), -Infinity);
    const sumOf = (isRecent: boolean): Sum =>
      [...this.byDay].reduce(
        (sum, [day, each]) =>
          newest - day < RECENT_DAYS === isRecent
            ? { ratings: sum.ratings + each.ratings, reviews: sum.reviews + each.reviews }
            : sum,
        { ratings: 0, reviews: 0 },
      );
    return {
      average: averageOf(this.all, 1),
      reviews: this.all.reviews,
      last_90_days: averageOf(sumOf(true), MIN_REVIEWS),
      before: averageOf(sumOf(false), MIN_REVIEWS),
    };
  }
}

function count(sum: Sum, rating: number): void {
  sum.ratings += rating;
  sum.reviews++;
}

const averageOf = ({ ratings, reviews }: Sum, least: number): number | null =>
  reviews < least ? null : Math.round((100 * ratings) / reviews) / 100;
