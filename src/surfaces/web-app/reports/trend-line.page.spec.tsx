import { render } from 'preact-render-to-string';
import { TrendLine } from './trend-line.page.js';

const MENTIONS = [
  { month: '2026-01', mentions: 5 },
  { month: '2026-04', mentions: 10 },
  { month: '2026-05', mentions: 9 },
];

const REVIEWS = [
  { month: '2026-01', reviews: 10 },
  { month: '2026-02', reviews: 20 },
  { month: '2026-04', reviews: 100 },
  { month: '2026-05', reviews: 9 },
];

const textOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the line of a theme', () => {
  const line = (reviews?: typeof REVIEWS): string =>
    render(<TrendLine theme="Crashes" mentions={MENTIONS} reviews={reviews} currentMonth="2026-05" />);

  it('A2: shows mentions per 100 reviews, without months that have no reviews and the month that had only begun', () => {
    expect(textOf(line(REVIEWS))).toContain('Mentions per 100 reviews 2026-01 50 2026-02 0 2026-04 10 ');
    expect(textOf(line(REVIEWS))).toContain('Jan 2026 – Apr 2026 (peak 50)');
  });

  it('A2: interrupts the line where a month has no reviews', () => {
    expect(/class="line" d="([^"]+)"/.exec(line(REVIEWS))?.[1]?.match(/M/g)).toHaveLength(2);
  });

  it('shows plain counts of a report that does not say how many reviews each month has', () => {
    expect(textOf(line())).toContain('Mentions per month, Jan 2026 – Apr 2026 (peak 10)');
  });

  it('is left out when there is only one month', () => {
    const one = [{ month: '2026-01', mentions: 5 }];
    expect(render(<TrendLine theme="Crashes" mentions={one} reviews={undefined} currentMonth="2026-05" />)).toBe('');
  });

  it('marks the month of a change, and says it in words', () => {
    const change = { month: '2026-02', from_share: 0.5, to_share: 0.083 };
    const html = render(
      <TrendLine theme="Crashes" mentions={MENTIONS} reviews={REVIEWS} currentMonth="2026-05" change={change} />,
    );
    expect(html).toContain('class="change"');
    expect(textOf(html)).toContain('Changed in Feb 2026 from 50 to 8.3 per 100 reviews');
  });

  it('marks the months in which reviews first name a release, but none outside the line', () => {
    const releases = ['2026-02', '2026-05'].map((month) => ({ release: '5.2', month, reviews: 3 }));
    const html = render(
      <TrendLine theme="Crashes" mentions={MENTIONS} reviews={REVIEWS} currentMonth="2026-05" releases={releases} />,
    );
    expect(/class="release" d="([^"]+)"/.exec(html)?.[1]).toBe('M74 2V46');
    expect(line(REVIEWS)).not.toContain('class="release"');
  });

  it('says that nothing changed for good, and nothing where it is not known', () => {
    const none = render(
      <TrendLine theme="Crashes" mentions={MENTIONS} reviews={REVIEWS} currentMonth="2026-05" change={null} />,
    );
    expect(textOf(none)).toContain('No lasting change beyond chance');
    expect(line(REVIEWS)).not.toMatch(/change/i);
  });
});
