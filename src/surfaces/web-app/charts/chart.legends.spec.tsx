import { render } from 'preact-render-to-string';
import { textOf } from '../../../../test/support/browser.js';
import { HeatMap } from './heat-map.page.js';
import { Quadrant } from './quadrant.page.js';
import { type Layer, StackedMonths } from './stacked-months.page.js';

describe('the legend of a chart', () => {
  const heatOf = (...values: (number | null)[]): string => {
    const products = values.map((_, at) => ({ id: String(at), name: `P${at}`, note: '' }));
    return render(<HeatMap caption="Rates" subject="About" products={products} rows={[{ name: 'Bugs', values }]} />);
  };

  it('of a heat map ends at the highest number, so that others have lighter shades', () => {
    const html = heatOf(...Array.from({ length: 9 }, () => 2.4), 8);
    expect(textOf({ html })).toMatch(/Rates 0 8\.0 /);
    expect(html).toMatch(/class="h2">2\.4<.*class="h6 worst">8\.0</);
  });

  it.each([
    ['both of two numbers that look alike', [0.91, 0.88, 0.7], ['0.9', '0.9']],
    ['the only number', [null, 1.1, null], ['1.1']],
    ['none of numbers that all look alike', [1.11, 1.12], []],
  ])('of a heat map calls bold the worst of a row: %s', (_, values, bold) => {
    expect([...heatOf(...values).matchAll(/worst">([\d.]+)</g)].map(([, text]) => text)).toEqual(bold);
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
    expect(textOf({ html })).toContain(
      'Tabula Netflix and Spotify have no named problem that costs stars, so no points.',
    );
  });
});
