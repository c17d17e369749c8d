import { Controller, Inject } from '@nestjs/common';
import { listApiKeys } from '#access/api-keys/api-keys.operations.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { createApiKey, manageApiKeys } from '#access/policy/app.operations.js';
import { ENV, type Env } from '#config/env.js';
import { type Answer, redirect } from '../kernel/answers.js';
import { Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Lists, TeamMember, Texts } from '../kernel/page.route.js';
import { newKeyFrom, parseOverlap, readDailyCap, readSpendCap } from './key-form.js';
import { KeysPage } from './settings-keys.page.js';
import { settingsPage } from './settings.page.js';

const KEYS = '/app/settings/keys';

type KeyFields = Texts<'name' | 'spend_cap' | 'daily_cap' | 'expires_on' | 'allowed_cidrs' | 'mode'> & Lists<'scopes'>;

@Controller()
export class KeyPagesController {
  constructor(
    private readonly keys: ApiKeysService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Page(KEYS, { operation: listApiKeys })
  async list(@Member() { team }: TeamMember): Promise<Answer> {
    const view = { keys: await this.keys.list(team.id), team, publicUrl: this.env.PUBLIC_URL };
    return settingsPage('keys', <KeysPage {...view} />);
  }

  @Form(KEYS, { operation: createApiKey, page: KEYS, proof: true })
  async create(
    @Member() { team, person }: TeamMember,
    @Fields('name', 'spend_cap', 'daily_cap', 'expires_on', 'allowed_cidrs', 'mode', 'scopes[]') fields: KeyFields,
  ): Promise<Answer> {
    const { key } = await this.keys.create(team.id, { ...newKeyFrom(fields), createdBy: person.id });
    return redirect(KEYS, { kind: 'key', text: key });
  }

  @Form(`${KEYS}/:id/cap`, { operation: manageApiKeys, page: KEYS, failure: 'flash', proof: true })
  async setCaps(
    @Member() { team }: TeamMember,
    @Id() id: string,
    @Fields('spend_cap', 'daily_cap') { spend_cap, daily_cap }: Texts<'spend_cap' | 'daily_cap'>,
  ): Promise<Answer> {
    await this.keys.setCaps(id, { spendCap: readSpendCap(spend_cap), dailyCap: readDailyCap(daily_cap) }, team.id);
    return redirect(KEYS);
  }

  @Form(`${KEYS}/:id/rotate`, { operation: createApiKey, page: KEYS, failure: 'flash', proof: true })
  async rotate(
    @Member() { team, person }: TeamMember,
    @Id() id: string,
    @Fields('overlap') { overlap }: Texts<'overlap'>,
  ): Promise<Answer> {
    const { key } = await this.keys.rotate(id, parseOverlap(overlap), { teamId: team.id, userId: person.id });
    return redirect(KEYS, { kind: 'key', text: key });
  }

  @Form(`${KEYS}/:id/revoke`, { operation: manageApiKeys, page: KEYS })
  async revoke(@Member() { team }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.keys.revoke(id, team.id);
    return redirect(KEYS, 'The key is revoked and refused from now on.');
  }
}
