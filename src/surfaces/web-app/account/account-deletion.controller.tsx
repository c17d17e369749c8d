import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { AccountDeletionService } from '#accounts/teams/account-deletion.service.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { DeletedPage } from './account-deletion.page.js';
import { Flashes } from '../parts/flash.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { Visitors } from '../parts/visitor.js';

const SECURITY = '/app/settings/security';

/** Lets people delete their account. */
@Controller('app/settings/account')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class AccountDeletionController {
  constructor(
    private readonly visitors: Visitors,
    private readonly deletion: AccountDeletionService,
    private readonly connections: ConnectionsService,
    private readonly sessions: SessionService,
    private readonly flashes: Flashes,
  ) {}

  @Post('delete')
  @NeedsProof()
  async delete(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { person } = await this.visitors.find(request);
    if (texts(request, 'email').email.trim().toLowerCase() !== person?.email.toLowerCase()) {
      const text = 'Nothing was deleted: type your email address to delete your account.';
      return this.flashes.redirect(request, response, SECURITY, { kind: 'fault', text });
    }
    await this.deletion.delete(person.id, (userId) => this.connections.endAllOf(userId));
    this.sessions.cookie.clear(response);
    sendPlainPage(response, 200, <DeletedPage />);
  }
}
