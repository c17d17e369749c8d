import { reportTheme } from '../../../test/support/report-themes.js';
import { completeThemes } from './stored.themes.js';

describe('the themes of a stored report', () => {
  it('have the share that follows from their mentions, also in a report that rounded it', () => {
    const stored = { ...reportTheme('Crashes', 11), share: 0.0245, meaning_key: '', category_id: 'bugs' };
    const metadata = { reviews_read: 449, languages: {}, themes: [] };
    const report = { product_id: '', themes: [stored], metadata, generated_at: new Date() };
    expect(completeThemes(report as never)[0]?.share).toBeCloseTo(11 / 449, 8);
  });
});
