import { Injectable } from '@nestjs/common';
import { DetectionQueries, type Progress } from './detection.queries.js';

/** Reports the progress of detection. */
@Injectable()
export class DetectionProgressService {
  constructor(private readonly queries: DetectionQueries) {}

  /** The number of waiting, read and failed texts, and of opportunities found in them. */
  get(): Promise<Progress> {
    return this.queries.progress();
  }
}
