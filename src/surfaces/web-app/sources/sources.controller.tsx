import { Controller, Inject, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ENV, type Env } from '#config/env.js';
import { CONNECTORS } from '#market/sources/connectors/catalog.js';
import { SourcesService } from '#market/sources/sources.service.js';
import { notFound } from '#platform/errors/application-error.js';
import {
  addSource,
  listSources,
  previewSource,
  removeSource,
  type SourceConnector,
} from '#workspace/tracking/tracking.operations.js';
import { TrackingService } from '#workspace/tracking/tracking.service.js';
import { type Answer, page, redirect } from '../kernel/answers.js';
import { Fields, Form, Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember, Texts } from '../kernel/page.route.js';
import { AddSourcePage, type AddSourceView } from './add-source.page.js';
import { FetchingPage } from './fetching.page.js';
import { SOURCES, SourcesPage } from './sources.page.js';

const ADD = `${SOURCES}/add/:connector`;

/** The names of the settings of all connectors. */
const SETTINGS = [...new Set(CONNECTORS.flatMap(({ fields }) => fields.map(({ name }) => name)))];

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

  /** The form of a connector, filled in with settings in the address. */
  @Page(ADD, { operation: previewSource, section: 'sources' })
  show(@Param('connector') name: string, @Query() query: Record<string, unknown>): Answer {
    const connector = this.connectorNamed(name);
    return addPage({ connector, settings: settingsIn(connector, query), preview: null });
  }

  /** The same form with what the first page holds. */
  @Form(`${SOURCES}/preview/:connector`, { operation: previewSource, page: ADD })
  async preview(
    @Member() { caller }: TeamMember,
    @Param('connector') name: string,
    @Fields(...SETTINGS) fields: Texts<string>,
  ): Promise<Answer> {
    const connector = this.connectorNamed(name);
    const settings = settingsIn(connector, fields);
    return addPage({
      connector,
      settings,
      preview: await this.tracking.preview(caller, { connector: name, settings }),
    });
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

  /** @throws 404 */
  private connectorNamed(name: string): SourceConnector {
    const connector = this.tracking.connectors().find((each) => each.name === name);
    if (!connector) throw notFound();
    return connector;
  }
}

const addPage = (view: AddSourceView): Answer =>
  page(`Add a source: ${view.connector.title}`, <AddSourcePage {...view} />);

/** The settings of a connector among the fields of a form. */
function settingsIn({ settings }: SourceConnector, fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const found = settings.flatMap(({ name }): [string, string][] => {
    const value = fields[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}
