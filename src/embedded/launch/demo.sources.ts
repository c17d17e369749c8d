import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { type RecordedPage, SourceRecordings } from '#market/sources/source-recordings.service.js';
import { TrackingService } from '#workspace/tracking/tracking.service.js';

/** Adds the recorded sources in `folder`, paused, for a team. @returns their number */
export async function loadRecordings(app: INestApplicationContext, folder: string, teamId: string): Promise<number> {
  const [recordings, tracking] = [
    app.get(SourceRecordings, { strict: false }),
    app.get(TrackingService, { strict: false }),
  ];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  for (const file of files) {
    const recorded = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedPage;
    const { id, seconds } = await recordings.add(recorded);
    await tracking.share(teamId, id, seconds);
  }
  return files.length;
}
