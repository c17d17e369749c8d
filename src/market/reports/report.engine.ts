import { Inject, Injectable } from '@nestjs/common';
import { ANALYSIS_ENGINE, type AnalysisEngine, BUILT_IN_ENGINE } from '#analysis/analysis.types.js';
import { currentTestTeam } from '#platform/caller/test-mode.js';

/** The engine of reports: the configured one, and in test mode the built-in one, which calls nothing outside. */
@Injectable()
export class ReportEngine {
  constructor(
    @Inject(ANALYSIS_ENGINE) private readonly configured: AnalysisEngine,
    @Inject(BUILT_IN_ENGINE) private readonly builtIn: AnalysisEngine,
  ) {}

  get current(): AnalysisEngine {
    return currentTestTeam() === undefined ? this.configured : this.builtIn;
  }
}
