import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CreditHeadersInterceptor } from './credit-headers.interceptor.js';
import { CreditsModule } from './credits.module.js';

/** The headers about credits, for the API process only. */
@Module({ imports: [CreditsModule], providers: [{ provide: APP_INTERCEPTOR, useClass: CreditHeadersInterceptor }] })
export class CreditsApiModule {}
