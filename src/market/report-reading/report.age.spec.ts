import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import { agedMetadata, OLD_REPORT } from './report.age.js';

const metadata = { notes: ['A limitation'] } as AnalysisMetadata;

describe('the notes of a report', () => {
  it.each([
    ['nothing more', metadata, false, ['A limitation']],
    ['its age', metadata, true, ['A limitation', OLD_REPORT]],
    [
      'the day on which it lost quotes',
      { ...metadata, quotes_removed_at: '2026-11-25T10:00:00.000Z' },
      false,
      ['A limitation', expect.stringMatching(/^Quotes were taken out on Nov 25, 2026, /)],
    ],
  ])('have %s', (_, given, isOld, notes) => {
    expect(agedMetadata(given, isOld).notes).toEqual(notes);
  });
});
