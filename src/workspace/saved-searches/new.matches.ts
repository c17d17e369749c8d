import { Injectable } from '@nestjs/common';

/** The new matches of one search in a batch. */
export interface FoundMatches {
  teamId: string;
  searchId: string;
  opportunityIds: readonly string[];
}

/** Stores what follows from new matches, in their transaction. If it throws, there are none. */
export type MatchesHandler = (found: readonly FoundMatches[]) => Promise<void>;

/** Hands new matches to the features that tell of them. */
@Injectable()
export class NewMatches {
  private readonly handlers: MatchesHandler[] = [];

  handTo(handler: MatchesHandler): void {
    this.handlers.push(handler);
  }

  /** Calls the handlers, in the open transaction. */
  async tell(found: readonly FoundMatches[]): Promise<void> {
    for (const handle of this.handlers) await handle(found);
  }
}
