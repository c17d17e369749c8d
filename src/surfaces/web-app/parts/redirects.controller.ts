import { Controller, Get, type HttpRedirectResponse, Param, Redirect, UseFilters } from '@nestjs/common';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { PageFailureFilter } from './page-failure.filter.js';

type Target = Pick<HttpRedirectResponse, 'url'>;

/** Addresses without a page of their own: short ones, and those that forms post to. Each leads to its page. */
@Controller()
@OpenRoute('addresses that only lead to pages')
@UseFilters(PageFailureFilter)
export class RedirectsController {
  @Get(['app', 'logout', 'login/provider/proof', 'app/shares/:id/end'])
  @Redirect('/')
  home(): void {}

  @Get('login/provider')
  @Redirect('/login')
  login(): void {}

  @Get('opportunities')
  @Redirect('/app/opportunities')
  inbox(): void {}

  @Get(['app/settings', 'app/settings/keys/:id/cap', 'app/settings/keys/:id/rotate', 'app/settings/keys/:id/revoke'])
  @Redirect('/app/settings/keys')
  keys(): void {}

  @Get(['state', 'delete', 'deliver', 'rotate-feed'].map((action) => `app/searches/:id/${action}`))
  @Redirect('/app/searches')
  searches(): void {}

  @Get('app/settings/suppressions/:id/remove')
  @Redirect('/app/settings/suppressions')
  suppressions(): void {}

  @Get('app/settings/connections/:id/disconnect')
  @Redirect('/app/settings/connections')
  connections(): void {}

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
  @Redirect('/app/settings/team')
  team(): void {}

  @Get([
    'app/settings/security/verify',
    'app/settings/account/delete',
    'app/settings/security/address',
    'app/settings/security/provider/unlink',
    'app/settings/security/sessions/end',
    'app/settings/security/sessions/:id/end',
    'app/settings/two-factor/:action',
  ])
  @Redirect('/app/settings/security')
  security(): void {}

  @Get([
    'app/settings/webhooks/:id/test',
    'app/settings/webhooks/:id/rotate',
    'app/settings/webhooks/:id/status',
    'app/settings/webhooks/:id/delete',
  ])
  @Redirect()
  webhook(@Param('id', IdPipe) id: string): Target {
    return { url: `/app/settings/webhooks/${id}` };
  }

  @Get('app/settings/webhooks/deliveries/:id/replay')
  @Redirect()
  delivery(@Param('id', IdPipe) id: string): Target {
    return { url: `/app/settings/webhooks/deliveries/${id}` };
  }

  @Get(['products/:id/report', 'products/:id/follow', 'products/:id/unfollow', 'products/:id/share'])
  @Redirect()
  product(@Param('id', IdPipe) id: string): Target {
    return { url: `/products/${id}` };
  }

  @Get(['app/opportunities/:id/triage', 'app/opportunities/:id/unlock', 'app/opportunities/:id/pitch'])
  @Redirect()
  opportunity(@Param('id', IdPipe) id: string): Target {
    return { url: `/app/opportunities/${id}` };
  }
}
