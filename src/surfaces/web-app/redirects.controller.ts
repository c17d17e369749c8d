import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { PageFailureFilter } from './page-failure.filter.js';

/** Addresses without a page of their own: short ones, and those that forms post to. Each leads to its page. */
@Controller()
@OpenRoute('addresses that only lead to pages')
@UseFilters(PageFailureFilter)
export class RedirectsController {
  @Get(['app', 'logout', 'login/provider/proof', 'app/shares/:id/end'])
  home(@Res() response: Response): void {
    response.redirect(302, '/');
  }

  @Get('login/provider')
  login(@Res() response: Response): void {
    response.redirect(302, '/login');
  }

  @Get('opportunities')
  inbox(@Res() response: Response): void {
    response.redirect(302, '/app/opportunities');
  }

  @Get(['app/settings', 'app/settings/keys/:id/cap', 'app/settings/keys/:id/rotate', 'app/settings/keys/:id/revoke'])
  keys(@Res() response: Response): void {
    response.redirect(302, '/app/settings/keys');
  }

  @Get(['state', 'delete', 'deliver', 'rotate-feed'].map((action) => `app/searches/:id/${action}`))
  searches(@Res() response: Response): void {
    response.redirect(302, '/app/searches');
  }

  @Get('app/settings/suppressions/:id/remove')
  suppressions(@Res() response: Response): void {
    response.redirect(302, '/app/settings/suppressions');
  }

  @Get('app/settings/connections/:id/disconnect')
  connections(@Res() response: Response): void {
    response.redirect(302, '/app/settings/connections');
  }

  @Get([
    'app/settings/team/invite',
    'app/settings/team/switch',
    'app/settings/team/two-factor',
    'app/settings/team/delete',
    'app/settings/team/:id/remove',
    'app/settings/team/invitations',
    'app/settings/team/invitations/:id/resend',
    'app/settings/team/invitations/:id/withdraw',
    'app/settings/team/:id/role',
  ])
  team(@Res() response: Response): void {
    response.redirect(302, '/app/settings/team');
  }

  @Get([
    'app/settings/security/verify',
    'app/settings/account/delete',
    'app/settings/security/address',
    'app/settings/security/provider/unlink',
    'app/settings/security/sessions/end',
    'app/settings/security/sessions/:id/end',
    'app/settings/two-factor/:action',
  ])
  security(@Res() response: Response): void {
    response.redirect(302, '/app/settings/security');
  }

  @Get([
    'app/settings/webhooks/:id/test',
    'app/settings/webhooks/:id/rotate',
    'app/settings/webhooks/:id/status',
    'app/settings/webhooks/:id/delete',
  ])
  webhook(@Param('id', IdPipe) id: string, @Res() response: Response): void {
    response.redirect(302, `/app/settings/webhooks/${id}`);
  }

  @Get('app/settings/webhooks/deliveries/:id/replay')
  delivery(@Param('id', IdPipe) id: string, @Res() response: Response): void {
    response.redirect(302, `/app/settings/webhooks/deliveries/${id}`);
  }

  @Get(['products/:id/report', 'products/:id/follow', 'products/:id/unfollow', 'products/:id/share'])
  product(@Param('id', IdPipe) id: string, @Res() response: Response): void {
    response.redirect(302, `/products/${id}`);
  }

  @Get(['app/opportunities/:id/triage', 'app/opportunities/:id/unlock', 'app/opportunities/:id/pitch'])
  opportunity(@Param('id', IdPipe) id: string, @Res() response: Response): void {
    response.redirect(302, `/app/opportunities/${id}`);
  }
}
