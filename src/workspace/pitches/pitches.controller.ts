import { Controller, Get, Post } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { OperationResult, Page } from '#platform/operations/operation.result.js';
import { GeneratePitch } from './generate-pitch.action.js';
import { type GeneratedPitch, generatePitch, getPitch, listPitches, type SavedPitch } from './pitches.operations.js';
import { PitchesService } from './pitches.service.js';

@Controller('api/v1')
export class PitchesController {
  constructor(
    private readonly calls: PaidCalls,
    private readonly pitches: PitchesService,
  ) {}

  @Post('opportunities/:id/generate-pitch')
  @Serves(generatePitch)
  generate(@Call() call: CallOf<typeof generatePitch>): Promise<OperationResult<GeneratedPitch> | DryRun> {
    return this.calls.buyOrPrice(GeneratePitch, call);
  }

  @Get('pitches')
  @Serves(listPitches)
  list(@Call() { caller, input }: CallOf<typeof listPitches>): Promise<Page<SavedPitch>> {
    return this.pitches.list(caller, input.query);
  }

  @Get('pitches/:id')
  @Serves(getPitch)
  get(@Call() { caller, input }: CallOf<typeof getPitch>): Promise<SavedPitch> {
    return this.pitches.get(caller, input.path.id);
  }
}
