import { render } from 'preact-render-to-string';
import { FetchingPage } from './fetching.page.js';

const pageFor = (contact: string | null): string => render(<FetchingPage kinds={[]} contact={contact} />);

describe('the public page about what is fetched', () => {
  it('promises no address where the operator set none', () => {
    expect(pageFor(null)).not.toMatch(/address below|same address/);
  });

  it('names the address that each request names', () => {
    const page = pageFor('crawl@operator.example');
    expect(page).toContain('this page, and the address below.');
    expect(page).toContain('Write to crawl@operator.example');
  });
});
