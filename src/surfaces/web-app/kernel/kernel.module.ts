import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LanesModule } from '#access/lanes/lanes.module.js';
import { SignInModule } from '#access/sign-in/sign-in.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { InboxModule } from '#workspace/inbox/inbox.module.js';
import { SavedSearchesModule } from '#workspace/saved-searches/saved-searches.module.js';
import { RailReader } from '../parts/rail.reader.js';
import { Flashes } from './flash.js';
import { FormInput } from './form-input.js';
import { PageRegistry } from './page.registry.js';
import { PageRenderer } from './page.renderer.js';
import { Visitors } from './visitor.js';

/** What every page needs: its checks, its layout, and the way of its answer. */
@Module({
  imports: [DiscoveryModule, SignInModule, LanesModule, InboxModule, CreditsModule, SavedSearchesModule],
  providers: [Visitors, Flashes, FormInput, RailReader, PageRenderer, PageRegistry],
  exports: [Visitors, FormInput, PageRenderer, PageRegistry, SignInModule, LanesModule],
})
export class PageKernelModule {}
