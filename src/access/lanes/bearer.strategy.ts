import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeysService, type KeyHolder } from '#access/api-keys/api-keys.service.js';

/** The bearer scheme of the REST lanes: an API key, and nothing else. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'api-key') {
  constructor(private readonly apiKeys: ApiKeysService) {
    super();
  }

  async validate(token: string): Promise<KeyHolder | false> {
    return (await this.apiKeys.resolve(token)) ?? false;
  }
}
