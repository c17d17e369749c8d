import { Injectable } from '@nestjs/common';
import { DetectionQueries, type Progress } from './detection.queries.js';

/** Says how far detection is. */
@Injectable()
export class DetectionProgressService {
  constructor(private readonly queries: DetectionQueries) {}

  /** Texts that wait, were read or could not be read, and the opportunities found in them. */
  now(): Promise<Progress> {
    return this.queries.progress();
  }
}
