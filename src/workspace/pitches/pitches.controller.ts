import { Controller, Get, Post } from '@nestjs/common';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { CurrentCaller, Input, RequestIds, Serves } from '#platform/http/operation.decorators.js';
import type { InputOf } from '#platform/operations/operation.js';
import { type OperationResult, listResult } from '#platform/operations/pagination.dto.js';
import { type GeneratedPitch, generatePitch, getPitch, listPitches, type SavedPitch } from './pitches.operations.js';
import { PitchesService } from './pitches.service.js';

@Controller('api/v1')
export class PitchesController {
  constructor(private readonly pitches: PitchesService) {}

  @Post('opportunities/:id/generate-pitch')
  @Serves(generatePitch)
  generate(
    @CurrentCaller() caller: TeamCaller,
    @Input() input: InputOf<typeof generatePitch>,
    @RequestIds() request: RequestIdentity,
  ): Promise<GeneratedPitch> {
    return this.pitches.generate(caller, input, request);
  }

  @Get('pitches')
  @Serves(listPitches)
  async list(
    @CurrentCaller() caller: TeamCaller,
    @Input() input: InputOf<typeof listPitches>,
  ): Promise<OperationResult<SavedPitch[]>> {
    return listResult(await this.pitches.list(caller, input.query));
  }

  @Get('pitches/:id')
  @Serves(getPitch)
  get(@CurrentCaller() caller: TeamCaller, @Input() input: InputOf<typeof getPitch>): Promise<SavedPitch> {
    return this.pitches.get(caller, input.path.id);
  }
}
