import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Page } from '#platform/operations/operation.result.js';
import { OpportunitySearch } from '#workspace/opportunities/opportunity-search.service.js';
import { listMatches, markMatch, type MatchView } from './matches.operations.js';
import { MatchesService } from './matches.service.js';
import {
  createSavedSearch,
  deleteSavedSearch,
  type DeletedSearch,
  getSavedSearch,
  listSavedSearches,
  type NewFeed,
  previewSearch,
  rotateFeed,
  type SavedSearchView,
  type SavedSearchWithFeed,
  type SearchPreview,
  updateSavedSearch,
} from './saved-searches.operations.js';
import { SavedSearchesService } from './saved-searches.service.js';

@Controller('api/v1/saved-searches')
export class SavedSearchesController {
  constructor(
    private readonly searches: SavedSearchesService,
    private readonly opportunities: OpportunitySearch,
    private readonly matches: MatchesService,
  ) {}

  @Post()
  @Serves(createSavedSearch)
  create(@Call() { caller, input }: CallOf<typeof createSavedSearch>): Promise<SavedSearchWithFeed> {
    return this.searches.create(caller, input.body);
  }

  @Post('preview')
  @Serves(previewSearch)
  preview(@Call() { caller, input }: CallOf<typeof previewSearch>): Promise<SearchPreview> {
    return this.opportunities.preview(caller.team.id, input.body.filters);
  }

  @Get()
  @Serves(listSavedSearches)
  list(@Call() { caller, input }: CallOf<typeof listSavedSearches>): Promise<Page<SavedSearchView>> {
    return this.searches.list(caller, input.query);
  }

  @Get(':id')
  @Serves(getSavedSearch)
  get(@Call() { caller, input }: CallOf<typeof getSavedSearch>): Promise<SavedSearchView> {
    return this.searches.get(caller, input.path.id);
  }

  @Patch(':id')
  @Serves(updateSavedSearch)
  update(@Call() { caller, input }: CallOf<typeof updateSavedSearch>): Promise<SavedSearchWithFeed> {
    return this.searches.update(caller, input.path.id, input.body);
  }

  @Delete(':id')
  @Serves(deleteSavedSearch)
  delete(@Call() { caller, input }: CallOf<typeof deleteSavedSearch>): Promise<DeletedSearch> {
    return this.searches.delete(caller, input.path.id);
  }

  @Post(':id/rotate-feed')
  @Serves(rotateFeed)
  rotateFeed(@Call() { caller, input }: CallOf<typeof rotateFeed>): Promise<NewFeed> {
    return this.searches.rotateFeed(caller, input.path.id);
  }

  @Get(':id/matches')
  @Serves(listMatches)
  listMatches(@Call() { caller, input }: CallOf<typeof listMatches>): Promise<CursorPage<MatchView>> {
    return this.matches.list(caller, input.path.id, input.query);
  }

  @Patch(':id/matches/:opportunity_id')
  @Serves(markMatch)
  mark(@Call() { caller, input }: CallOf<typeof markMatch>): Promise<MatchView> {
    const { id, opportunity_id } = input.path;
    return this.matches.mark(caller, id, opportunity_id, input.body.relevant);
  }
}
