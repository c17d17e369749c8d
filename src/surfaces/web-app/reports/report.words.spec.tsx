import { render } from 'preact-render-to-string';
import type { ReportDifference, ReportSummary } from '#market/report-insights/report-history.operations.js';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { Report } from '#market/report-reading/report.content.js';
import { textOf } from '../../../../test/support/browser.js';
import { Cover, Verdict } from './cover.page.js';
import { HistoryPage } from './history.page.js';
import { ShareFigure } from './theme-parts.page.js';

describe('a share with its interval', () => {
  it('is the share and the same distance to both ends', () => {
    const text = textOf({ html: render(<ShareFigure share={0.086} share_low={0.074} share_high={0.098} />) });
    expect(text).toBe('8.6% ± 1.2');
  });

  it('is both ends where the distance would lead below nothing', () => {
    const text = textOf({ html: render(<ShareFigure share={0.007} share_low={0.002} share_high={0.021} />) });
    expect(text).toBe('0.7% 0.2 to 2.1%');
  });
});

describe('the figures of a report', () => {
  it('show the theme that rises most with the points by which it was chosen', () => {
    const report = { product: { id: 'p' }, themes: [] } as unknown as Report;
    const top_rising = { theme_id: 't', category_name: 'Slow', month: '2026-09', from_share: 0.02, to_share: 0.061 };
    const figures = { texts_read: 900, texts_with_problem: 90, share_with_problem: 0.1, top_rising };
    const months = [{ month: '2026-09', texts_read: 900, too_small: false, categories: [] }];
    const cover: ReportCover = { verdict: '', direction: 'worse', figures, months };
    expect(textOf({ html: render(<Cover report={report} cover={cover} />) })).toContain('Rises most +4.1 points Slow');
  });
});

describe('the months of the texts of a report', () => {
  const textsOf = (to: string): string => {
    const metadata = { date_range: { from: '2026-08-02', to } };
    const report = { product: { id: 'p' }, themes: [], metadata } as unknown as Report;
    const figures = { texts_read: 900, texts_with_problem: 90, share_with_problem: 0.1 } as ReportCover['figures'];
    const months = [{ month: '2026-09', texts_read: 900, too_small: false, categories: [] }];
    return textOf({
      html: render(<Cover report={report} cover={{ verdict: '', direction: 'level', figures, months }} />),
    });
  };

  it('say until when changes are told, when the last one was not over', () => {
    const text = 'Aug 2026 to Oct 2026; changes until Sep 2026';
    expect(textsOf('2026-10-20')).toContain(text);
  });

  it('say nothing more when all are over', () => {
    expect(textsOf('2026-09-30')).not.toContain('changes until');
  });
});

describe('the verdict of a report', () => {
  const [rise, fall] = ['Crashes while saving', 'Slow while it starts while offline'];
  const verdict = `“${rise}” has grown from 2% to 6% of the texts since June 2026, while “${fall}” has fallen to 3%.`;
  const html = render(<Verdict cover={{ verdict, direction: 'worse', figures: null }} />);

  it('is whole whatever the names of its themes are', () => {
    expect(textOf({ html })).toBe(verdict);
  });

  it('has the color of its direction at the first theme, and that of a fall at the other one', () => {
    expect(html.match(/<em class="\w+">[^<]*/g)).toEqual([
      `<em class="worse">“${rise}”`,
      `<em class="better">“${fall}”`,
    ]);
  });
});

describe('the list of the reports of a product', () => {
  const summary = (id: string, generated_at: string, engine: string): ReportSummary => ({
    ...{ id, generated_at, engine, reviews_read: 5_000, total_themes: 9, requested_by_team: true },
  });
  const shown = (...reports: ReportSummary[]): string => {
    const [to = null, from = null] = reports;
    const difference = {
      ...{ product: { id: 'p', name: 'Tabula' }, from, to, notes: [], themes: [], comparable: true },
    } as unknown as ReportDifference;
    const page = { items: reports, data: reports, pagination: { page: 1, page_size: 20, has_more: false } };
    return textOf({ html: render(<HistoryPage reports={page} difference={difference} />) });
  };

  it('tells two reports of one day apart by their time', () => {
    const text = shown(
      summary('b', '2026-11-29T17:30:00Z', 'built-in/1.27.0'),
      summary('a', '2026-11-29T09:05:00Z', 'built-in/1.26.0'),
    );
    expect(text).toContain('Nov 29, 2026, 9:05 AM UTC, 5,000 reviews');
    expect(text).toContain('From Nov 29, 2026, 9:05 AM UTC to Nov 29, 2026, 5:30 PM UTC');
  });

  it('names the days alone where they differ', () => {
    const text = shown(summary('b', '2026-11-29T17:30:00Z', 'e/2'), summary('a', '2026-11-28T09:05:00Z', 'e/2'));
    expect(text).toContain('From Nov 28, 2026 to Nov 29, 2026');
  });

  it('says which reports an earlier version read, without the name of the engine', () => {
    const text = shown(
      summary('b', '2026-11-29T17:30:00Z', 'built-in/1.27.0'),
      summary('a', '2026-11-28T09:05:00Z', 'built-in/1.26.0'),
    );
    expect([text.split('read by an earlier version').length, text.includes('built-in')]).toEqual([2, false]);
  });
});
