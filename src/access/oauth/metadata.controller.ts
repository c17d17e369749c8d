import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import {
  addressesOf,
  authorizationServerDocument,
  AUTHORIZATION_SERVER_METADATA,
  PROTECTED_RESOURCE_METADATA,
  protectedResourceDocument,
} from './oauth.addresses.js';

/**
 * Discovery documents. The shorter protected-resource paths stay 404, because clients that find them sign in on `/mcp`.
 */
@Controller()
@OpenRoute('discovery documents contain no secret and are read before any credential exists')
export class MetadataController {
  private readonly authorizationServer: object;
  private readonly protectedResource: object;

  constructor(@Inject(ENV) env: Env) {
    this.authorizationServer = authorizationServerDocument(addressesOf(env));
    this.protectedResource = protectedResourceDocument(addressesOf(env));
  }

  @Get(AUTHORIZATION_SERVER_METADATA)
  @Header('Cache-Control', 'public, max-age=300')
  authorizationServerMetadata(): object {
    return this.authorizationServer;
  }

  @Get(PROTECTED_RESOURCE_METADATA)
  @Header('Cache-Control', 'public, max-age=300')
  protectedResourceMetadata(): object {
    return this.protectedResource;
  }
}
