import { currentTestTeam } from '#platform/caller/test-mode.js';
import type { Draft, PitchBrief, PitchDrafter } from './pitch.types.js';

/**
 * Drafts live pitches with one drafter, and those of test mode with the built-in one, which calls no external
 * service.
 */
export class DrafterByMode implements PitchDrafter {
  constructor(
    private readonly live: PitchDrafter,
    private readonly builtIn: PitchDrafter,
  ) {}

  draft(brief: PitchBrief): Promise<Draft> {
    return this.drafter.draft(brief);
  }

  private get drafter(): PitchDrafter {
    return currentTestTeam() === undefined ? this.live : this.builtIn;
  }
}
