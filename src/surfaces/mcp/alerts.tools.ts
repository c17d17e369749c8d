import { OpportunitySearch } from '#workspace/opportunities/opportunity-search.service.js';
import { listMatches } from '#workspace/saved-searches/matches.operations.js';
import { MatchesService } from '#workspace/saved-searches/matches.service.js';
import {
  createSavedSearch,
  listSavedSearches,
  previewSearch,
} from '#workspace/saved-searches/saved-searches.operations.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import { matchSummaries, previewSummary, searchSummaries } from './list.views.js';
import { whenEmpty } from './tool.advice.js';
import { type Tool, tool, WRITES } from './tool.js';

/** Tools about saved searches and their matches. */
export const ALERTS_TOOLS: readonly Tool[] = [
  tool(listSavedSearches, SavedSearchesService, {
    title: 'List saved searches',
    description:
      "The team's saved searches in short, newest first, with the number of their matches. Use it to find the search that " +
      'list_matches reads. Free.',
    view: searchSummaries,
    advise: whenEmpty('The team has no saved search. preview_search tries filters, save_search saves them.'),
    call: (searches, { caller, input }) => searches.list(caller, input.query),
  }),
  tool(previewSearch, OpportunitySearch, {
    name: 'preview_search',
    title: 'Preview a search',
    description:
      'How many opportunities filters would have found, with the five newest in short. Use it before save_search, to make ' +
      'the filters neither too wide nor too narrow. Saves nothing. Free.',
    view: previewSummary,
    holdsForeignText: true,
    call: (searches, { caller, input }) => searches.preview(caller.team.id, input.body.filters),
  }),
  tool(createSavedSearch, SavedSearchesService, {
    name: 'save_search',
    title: 'Save a search',
    description:
      'Saves filters, so that new opportunities that match are reported from now on, by default in the inbox. Use it when ' +
      'the person agrees with a preview. The plan limits the number of searches. Free.',
    hints: { ...WRITES, idempotentHint: false },
    call: (searches, { caller, input }) => searches.create(caller, input.body),
  }),
  tool(listMatches, MatchesService, {
    name: 'list_matches',
    title: 'List the matches of a saved search',
    description:
      'The opportunities that a saved search has found, newest first, in short; get_opportunity reads one in full. Use it ' +
      'to report news to the person. Free.',
    names: { saved_search_id: 'id' },
    idSource: 'Check saved_search_id: take the id from list_saved_searches, never from memory.',
    view: matchSummaries,
    holdsForeignText: true,
    advise: whenEmpty('The search has found nothing yet. list_opportunities searches the past.'),
    call: (matches, { caller, input }) => matches.list(caller, input.path.id, input.query),
  }),
];
