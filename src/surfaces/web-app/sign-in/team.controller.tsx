import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { twoFactorRequired } from '#access/sign-in/sign-in.failures.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { AppPages } from '../parts/app-pages.js';
import { type FormState, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { NewTeamPage } from './team.page.js';
import { parseTeamName } from './team-form.js';
import { TEAMLESS_PAGE, Visitors } from '../parts/visitor.js';

/** The page of a person who belongs to no team. */
@Controller(TEAMLESS_PAGE)
@SignedInPages()
@UseFilters(PageFailureFilter)
export class NewTeamController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly memberships: MembershipsService,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { team, lockedTeam } = await this.visitors.find(request);
    if (lockedTeam) throw twoFactorRequired();
    if (team) return response.redirect(303, '/');
    await this.send(request, response, NEW_FORM);
  }

  @Post()
  async create(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { person } = await this.visitors.find(request);
    const { team } = texts(request, 'team');
    try {
      this.visitors.chooseTeam(response, await this.memberships.createTeam(person?.id ?? '', parseTeamName(team)));
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return this.send(request, response, refusedForm({ team }, error), error.status);
    }
    response.redirect(303, '/');
  }

  private send(request: Request, response: Response, form: FormState, status?: number): Promise<void> {
    return this.pages.send(request, response, {
      title: 'Create a team',
      status,
      content: ({ csrfToken }) => <NewTeamPage form={form} csrfToken={csrfToken} />,
    });
  }
}
