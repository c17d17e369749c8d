import { RatingCollector } from './rating.collector.js';

const reviews = (count: number, rating: number | null, publishedAt: string | null) =>
  Array.from({ length: count }, () => ({ rating, publishedAt }));

describe('the average ratings of a report', () => {
  it('compare the 90 days before the newest review with the time before', () => {
    const collector = new RatingCollector();
    collector.add(reviews(10, 4, '2025-01-05T00:00:00Z'));
    collector.add(reviews(10, 2, '2025-06-01T00:00:00Z'));
    collector.add(reviews(10, 3, '2025-08-01T00:00:00Z'));
    expect(collector.ratings).toEqual({ average: 3, reviews: 30, last_90_days: 2.5, before: 4 });
  });

  it('leave out a time with fewer than ten ratings', () => {
    const collector = new RatingCollector();
    collector.add(reviews(9, 4, '2025-01-05T00:00:00Z'));
    collector.add(reviews(10, 1, '2025-08-01T00:00:00Z'));
    expect(collector.ratings).toEqual({ average: 2.42, reviews: 19, last_90_days: 1, before: null });
  });

  it('are null without ratings', () => {
    const collector = new RatingCollector();
    collector.add(reviews(3, null, '2025-08-01T00:00:00Z'));
    expect(collector.ratings).toEqual({ average: null, reviews: 0, last_90_days: null, before: null });
  });

  it('count a review without a date in the average only', () => {
    const collector = new RatingCollector();
    collector.add(reviews(10, 5, null));
    expect(collector.ratings).toEqual({ average: 5, reviews: 10, last_90_days: null, before: null });
  });
});
