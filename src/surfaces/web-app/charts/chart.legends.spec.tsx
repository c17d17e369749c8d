import { render } from 'preact-render-to-string';
import { textOf } from '../../../../test/support/browser.js';
import { HeatMap } from './heat-map.page.js';
import { Quadrant } from './quadrant.page.js';
import { type Layer, StackedMonths } from './stacked-months.page.js';

describe('the legend of a chart', () => {
  it('of a heat map says where the darkest shade begins', () => {
    const rows = [{ name: 'Bugs', values: [1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 30] }];
    const products = rows[0]!.values.map((_, at) => ({ id: String(at), name: `P${at}`, note: '' }));
    const html = render(<HeatMap caption="Rates" subject="About" products={products} rows={rows} />);
    expect([textOf({ html }), html]).toEqual([
      expect.stringContaining('6.0 and more'),
      expect.stringMatching(/class="h6">6\.0</),
    ]);
  });

  const buckets = ['2026-09', '2026-10'].map((month) => ({ from: month, to: month, reviews: 40 }));
  const layer = (name: string, last: number): Layer => ({ name, tone: 'g1', values: [5, last] });
  const stacked = render(
    <StackedMonths
      {...{ title: 'Problems', unit: '', buckets }}
      layers={[layer('Price', 9), layer('Speed', 0), layer('Login', 0)]}
    />,
  );

  it('of stacked months names the month of its figures, on a screen and on a phone', () => {
    expect(textOf({ html: stacked }).match(/In Oct 2026/g)).toHaveLength(2);
  });

  it('of stacked months has layers without a value in the order of the stack', () => {
    const labels = [...stacked.matchAll(/class="lb[^>]*y="([\d.-]+)"[^>]*>(\w+)/g)];
    const byHeight = labels.sort((one, other) => Number(one[1]) - Number(other[1])).map(([, , name]) => name);
    expect(byHeight).toEqual(['Login', 'Speed', 'Price']);
  });

  it('of a quadrant has no product without a point, and says why', () => {
    const html = render(
      <Quadrant
        title="Q"
        points={[{ product: 1, name: 'Slow', share: 8, starsLost: 1, ratings: null }]}
        products={['Netflix', 'Tabula', 'Spotify']}
      />,
    );
    expect(html.match(/<svg class="mark [^>]*>/g)).toHaveLength(1);
    expect(textOf({ html })).toContain('Tabula Netflix and Spotify have no problem that costs stars, so no points.');
  });
});
