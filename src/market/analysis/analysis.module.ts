import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ANALYSIS_ENGINE, type AnalysisEngine } from './analysis.types.js';
import { BuiltInEngine } from './built-in.engine.js';

/** Chooses the analysis engine by configuration and ends its thread with the application. */
@Module({
  providers: [{ provide: ANALYSIS_ENGINE, useFactory: () => new BuiltInEngine() }],
  exports: [ANALYSIS_ENGINE],
})
export class AnalysisModule implements OnApplicationShutdown {
  constructor(@Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }
}
