import { Injectable } from '@nestjs/common';

/** Deletes a feature's data of a shadow team outside the sandbox, in the open transaction. */
export type TestReset = (teamId: string) => Promise<unknown>;

/** The work of each feature when a team resets its test mode. */
@Injectable()
export class TestResets {
  private readonly resets: TestReset[] = [];

  add(reset: TestReset): void {
    this.resets.push(reset);
  }

  async run(teamId: string): Promise<void> {
    for (const reset of this.resets) await reset(teamId);
  }
}
