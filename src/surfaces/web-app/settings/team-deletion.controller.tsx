import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { TeamDeletionService } from '#accounts/team-deletion/team-deletion.service.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { Flashes } from '../parts/flash.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { TeamDeletedPage } from './team-deletion.page.js';
import { Visitors } from '../parts/visitor.js';

/** Lets owners delete their team. */
@Controller('app/settings/team')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class TeamDeletionController {
  constructor(
    private readonly visitors: Visitors,
    private readonly deletion: TeamDeletionService,
    private readonly flashes: Flashes,
  ) {}

  @Post('delete')
  @NeedsProof()
  async delete(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team } = await this.visitors.memberOf(request);
    demandRight(team, 'ownership');
    if (texts(request, 'name').name.trim() !== team.name.trim()) {
      const text = 'Nothing was deleted: type the name of the team to delete it.';
      return this.flashes.redirect(request, response, '/app/settings/team', { kind: 'fault', text });
    }
    const until = await this.deletion.delete(team.id);
    sendPlainPage(response, 200, <TeamDeletedPage until={until} />);
  }
}
