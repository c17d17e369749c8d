import { Controller, Inject, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ENV, type Env } from '#config/env.js';
import { SourcesService } from '#market/sources/sources.service.js';
import { ApplicationError, notFound } from '#platform/errors/application-error.js';
import {
  addSource,
  listSources,
  previewSource,
  removeSource,
  type SourceConnector,
} from '#workspace/tracking/tracking.operations.js';
import { TrackingService } from '#workspace/tracking/tracking.service.js';
import { type Answer, page, redirect } from '../kernel/answers.js';
import { Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember } from '../kernel/page.route.js';
import { AddSourcePage } from './add-source.page.js';
import { FetchingPage } from './fetching.page.js';
import { SOURCES, SourcesPage } from './sources.page.js';

const ADD = `${SOURCES}/add/:connector`;

/** The places that are fetched for a team. */
@Controller()
export class SourcePagesController {
  constructor(
    private readonly tracking: TrackingService,
    private readonly fetched: SourcesService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Page('/sources', { open: 'every request to a service names this page' })
  async fetching(): Promise<Answer> {
    const [kinds, contact] = [await this.fetched.fetchedKinds(), this.env.OPERATOR_CONTACT ?? null];
    const description = 'Which public reviews and posts this service fetches, who asks, and how a text is removed.';
    return page('What is fetched here', <FetchingPage kinds={kinds} contact={contact} />, { description });
  }

  @Page(SOURCES, { operation: listSources, section: 'sources' })
  async list(@Member() { caller }: TeamMember): Promise<Answer> {
    const [sources, use] = await Promise.all([this.tracking.list(caller), this.tracking.useOf(caller.team)]);
    return page('Sources', <SourcesPage sources={sources} connectors={this.tracking.connectors()} use={use} />);
  }

  /** The form of a connector. With settings in the address, also what the first page holds. */
  @Page(ADD, { operation: previewSource, section: 'sources' })
  async show(
    @Member() { caller }: TeamMember,
    @Param('connector') name: string,
    @Query() query: Record<string, unknown>,
  ): Promise<Answer> {
    const connector = this.connectorNamed(name);
    const settings = settingsIn(connector, query);
    const isAsked = Object.keys(settings).length > 0;
    const outcome = isAsked ? await this.previewOf(caller, name, settings) : { preview: null, fault: null };
    return page(`Add a source: ${connector.title}`, <AddSourcePage {...{ connector, settings, ...outcome }} />);
  }

  @Form(ADD, { operation: addSource, page: ADD, failure: 'flash' })
  async add(
    @Member() { caller }: TeamMember,
    @Param('connector') name: string,
    @Req() { body }: Request,
  ): Promise<Answer> {
    const settings = settingsIn(this.connectorNamed(name), body as Record<string, unknown>);
    const { source, already_tracked } = await this.tracking.add(caller, { connector: name, settings });
    return redirect(SOURCES, already_tracked ? `Your team has ${source.label} already.` : `Added: ${source.label}.`);
  }

  @Form(`${SOURCES}/:id/remove`, { operation: removeSource, page: SOURCES, failure: 'flash' })
  async remove(@Member() { caller }: TeamMember, @Id() id: string): Promise<Answer> {
    await this.tracking.remove(caller, id);
    return redirect(SOURCES, 'Removed. Its texts stay.');
  }

  private async previewOf(caller: TeamMember['caller'], connector: string, settings: Record<string, string>) {
    try {
      return { preview: await this.tracking.preview(caller, { connector, settings }), fault: null };
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return { preview: null, fault: error.message };
    }
  }

  /** @throws 404 */
  private connectorNamed(name: string): SourceConnector {
    const connector = this.tracking.connectors().find((each) => each.name === name);
    if (!connector) throw notFound();
    return connector;
  }
}

/** The settings of a connector among the fields of a form. */
function settingsIn({ settings }: SourceConnector, fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const found = settings.flatMap(({ name }): [string, string][] => {
    const value = fields[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}
