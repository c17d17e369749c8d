import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { AccountMailThrottle } from './account-mail.throttle.js';
import { BrowserThrottle } from './browser.throttle.js';
import { CsrfService } from './csrf.service.js';
import { EmailChangeService } from './email-change.service.js';
import { EmailVerificationService } from './email-verification.service.js';
import { IdentitiesQueries } from './identity-provider/identities.queries.js';
import { IdentitiesService } from './identity-provider/identities.service.js';
import { IdentityProviderClient } from './identity-provider/identity-provider.client.js';
import { KnownBrowsers } from './known-browsers.js';
import { PasswordResetService } from './password-reset.service.js';
import { PendingLinks } from './identity-provider/pending-links.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { ProofsService } from './proofs.service.js';
import { ProviderSignInService } from './identity-provider/provider-sign-in.service.js';
import { RecoveryCode } from './second-factor/recovery-code.entity.js';
import { SessionService } from './session.service.js';
import { SessionsQueries } from './sessions.queries.js';
import { SignInMethods } from './sign-in.methods.js';
import { SignInThrottle } from './sign-in.throttle.js';
import { TwoFactorQueries } from './second-factor/two-factor.queries.js';
import { TwoFactorService } from './second-factor/two-factor.service.js';
import { UserFactor } from './second-factor/user-factor.entity.js';
import { UserIdentity } from './identity-provider/user-identity.entity.js';
import { UserToken } from './user-token.entity.js';
import { UserTokensQueries } from './user-tokens.queries.js';
import { UserTokensService } from './user-tokens.service.js';
import { WebSession } from './web-session.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([WebSession, UserToken, UserFactor, RecoveryCode, UserIdentity]),
    TeamsModule,
    ThrottlingModule,
  ],
  providers: [
    SessionService,
    SessionsQueries,
    KnownBrowsers,
    PendingSignIns,
    PendingLinks,
    SignInMethods,
    IdentityProviderClient,
    IdentitiesService,
    IdentitiesQueries,
    ProviderSignInService,
    TwoFactorService,
    TwoFactorQueries,
    BrowserThrottle,
    SignInThrottle,
    CsrfService,
    UserTokensService,
    UserTokensQueries,
    AccountMailThrottle,
    EmailVerificationService,
    EmailChangeService,
    PasswordResetService,
    ProofsService,
  ],
  exports: [
    SessionService,
    BrowserThrottle,
    SignInThrottle,
    CsrfService,
    AccountMailThrottle,
    EmailVerificationService,
    EmailChangeService,
    PasswordResetService,
    TwoFactorService,
    ProofsService,
    PendingLinks,
    SignInMethods,
    IdentitiesService,
    ProviderSignInService,
  ],
})
export class SignInModule {}
