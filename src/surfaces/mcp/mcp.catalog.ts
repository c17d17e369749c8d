import { costOf } from '#accounts/credits/credit.words.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { getPainPoints } from '#market/report-reading/pain-points.operations.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { getCompetitors, searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { getAccount, getCreditBalance } from '#workspace/account/account.operations.js';
import { AccountService } from '#workspace/account/account.service.js';
import {
  getOpportunity,
  listOpportunities,
  updateOpportunity,
} from '#workspace/opportunities/opportunities.operations.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { GeneratePitch } from '#workspace/pitches/generate-pitch.action.js';
import { generatePitch, listPitches } from '#workspace/pitches/pitches.operations.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { UnlockContact } from '#workspace/unlocks/unlock-contact.action.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import { followProduct, getWatchlist, unfollowProduct } from '#workspace/watchlist/watchlist.operations.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { competitorSummaries, opportunitySummaries, pitchSummaries, productSummaries } from './list.views.js';
import { reportProgress } from './report.progress.js';
import { reportView } from './report.view.js';
import {
  afterCompetitors,
  afterGeneration,
  afterReport,
  afterUnfollow,
  afterUnlock,
  whenEmpty,
} from './tool.advice.js';
import { type Tool, tool } from './tool.js';
import { ofOpportunity, ofProduct } from './tool.subjects.js';

/** Seconds within which a repeated call returns the same pitch without another charge. */
const PITCH_REPEATS_WITHIN = 120;

/** The tools of the default set, in the order in which clients list them. */
export const CATALOG: readonly Tool[] = [
  tool(searchProducts, ProductsService, {
    title: 'Search products',
    description:
      'Finds software products by part of their name, or lists the most reviewed products. Use it first: tools about ' +
      'a product need the id that it returns as product_id. Free.',
    view: productSummaries,
    holdsForeignText: true,
    advise: whenEmpty(
      'There are no products yet.',
      'Try a shorter part of the name. Without query, the most reviewed products are listed.',
    ),
    call: (products, { input }) => products.search(input.query),
  }),
  tool(getPainPoints, PainPointsService, {
    title: "Read a product's pain points",
    description:
      'The complaints of reviewers about a product: themes with trend, number of mentions, business impact and verbatim ' +
      'quotes. Use it to learn the weaknesses of a product. A long report has fewer quotes; theme returns all quotes of one theme. ' +
      'Without a paid team: the first three themes. `status` states whether a report exists; generate_report creates one. ' +
      'Free.',
    ...ofProduct,
    view: reportView,
    holdsForeignText: true,
    advise: afterReport,
    call: (painPoints, { caller, input }) => painPoints.reportFor(caller, input.path.id),
  }),
  tool(getCompetitors, ProductsService, {
    title: "List a product's competitors",
    description:
      'Products in the same categories, most reviewed first, with the main pain point of those that have a report. Use it ' +
      'to find the competitors of a product and their weaknesses. Free.',
    ...ofProduct,
    view: competitorSummaries,
    holdsForeignText: true,
    advise: afterCompetitors,
    call: (products, { input }) => products.competitorsOf(input.path.id),
  }),
  tool(listOpportunities, OpportunitiesService, {
    title: 'List sales opportunities',
    description:
      'Reviews and posts whose authors may want to buy, switch or get advice, newest first, in short. Use it to find people ' +
      'to contact; get_opportunity reads one in full. Several values of one filter mean "or". Free.',
    omits: ['cursor', 'updated_since', 'ids', 'snoozed'],
    view: opportunitySummaries,
    holdsForeignText: true,
    advise: whenEmpty(
      'There are no opportunities yet. search_products and get_pain_points show what reviewers say.',
      'Nothing matches all filters. Leave some of them out.',
    ),
    call: (opportunities, { caller, input }) => opportunities.list(caller, input.query),
  }),
  tool(getOpportunity, OpportunitiesService, {
    title: 'Read a sales opportunity',
    description:
      'One opportunity in full: review or post, pain points with verbatim quotes, company, and the contacts that the team ' +
      'has unlocked. Use it before drafting an outreach or unlocking a contact. Free.',
    ...ofOpportunity,
    opaque: ['score_parts', 'evidence', 'buying_committee'],
    holdsForeignText: true,
    call: (opportunities, { caller, input }) => opportunities.get(caller, input.path.id),
  }),
  tool(updateOpportunity, OpportunitiesService, {
    title: 'Triage a sales opportunity',
    description:
      "Marks an opportunity as viewed or not, changes its status, gives it to a member or puts it off, in the team's own list. " +
      'Use it when the person has decided about it. Free.',
    ...ofOpportunity,
    call: (opportunities, { caller, input }) => opportunities.triage(caller, input.path.id, input.body),
  }),
  tool(getWatchlist, WatchlistService, {
    title: 'List followed products',
    description:
      'The products that the team follows, latest first. Use it to learn the person’s interests before searching. Free.',
    view: productSummaries,
    holdsForeignText: true,
    advise: whenEmpty('The team follows no product. follow_product adds one; search_products finds its id.'),
    call: (watchlist, { caller, input }) => watchlist.list(caller, input.query),
  }),
  tool(followProduct, WatchlistService, {
    title: 'Follow a product',
    description:
      "Adds a product to the team's watchlist. Use it when the person wants to track it. The plan limits the number of " +
      'followed products. Free.',
    idSource: ofProduct.idSource,
    call: (watchlist, { caller, input }) => watchlist.follow(caller, input.body.product_id),
  }),
  tool(unfollowProduct, WatchlistService, {
    title: 'Stop following a product',
    description:
      "Removes a product from the team's watchlist. Use it when the person no longer wants to track it. Free.",
    ...ofProduct,
    names: { product_id: 'productId' },
    advise: afterUnfollow,
    call: (watchlist, { caller, input }) => watchlist.unfollow(caller, input.path.productId),
  }),
  tool(getAccount, AccountService, {
    title: 'Read the account',
    description:
      "The team's plan, credits with the date of the next refill, and the use of the watchlist. Use it to explain what the " +
      'team can still do this month. Free.',
    opaque: ['pools', 'subscription'],
    call: (account, { caller }) => account.overview(caller),
  }),
  tool(getCreditBalance, AccountService, {
    title: 'Read the credit balance',
    description: 'The remaining credits of the team. Use it before any call that costs a credit. Free.',
    call: (account, { caller }) => account.creditBalance(caller),
  }),
  tool(listPitches, PitchesService, {
    title: 'List pitches',
    description:
      "The beginning of the team's outreach drafts, latest first, for all opportunities or one. Use it before generating " +
      'a pitch, to see the existing drafts. Free.',
    view: pitchSummaries,
    holdsForeignText: true,
    advise: whenEmpty(
      `There are no pitches. generate_pitch drafts one for ${costOf(generatePitch)}: ask the person first.`,
    ),
    call: (pitches, { caller, input }) => pitches.list(caller, input.query),
  }),
  tool(generateReport, PaidCalls, {
    title: "Generate a product's pain-points report",
    description:
      'Starts a new pain-points report. It takes seconds to a few minutes; then ' +
      'get_pain_points reads it. Use it when there is no report or the person wants a fresh one. ' +
      `Costs ${costOf(generateReport)}: ask the person first. If a report is already being generated, or no review has ` +
      'changed since the last one (`reviews_since_report`), nothing is charged.',
    ...ofProduct,
    advise: afterGeneration,
    follow: reportProgress,
    call: (calls, call) => calls.buyOrPrice(GenerateReport, call),
  }),
  tool(generatePitch, PaidCalls, {
    title: 'Draft an outreach pitch',
    description:
      'Drafts an email, a network message or talking points for a call, based on the text of an opportunity, and saves ' +
      'them. It takes up to half a minute. Use it when the person wants to contact the author. ' +
      `Costs ${costOf(generatePitch)}: ask the person first. If the draft fails, the credit is refunded.`,
    ...ofOpportunity,
    holdsForeignText: true,
    repeatsWithin: PITCH_REPEATS_WITHIN,
    call: (calls, call) => calls.buyOrPrice(GeneratePitch, call),
  }),
  tool(unlockContact, PaidCalls, {
    title: 'Unlock a contact',
    description:
      "Reveals the author's email address, phone number or profile, the buying committee of the company (field committee), " +
      'or the email address or phone number of a committee member. Use it when the person wants to contact them. ' +
      `Costs ${costOf(unlockContact)}: ask the person first. If nothing is found or it is already unlocked, nothing is charged.`,
    ...ofOpportunity,
    idSource:
      'Check opportunity_id (from list_opportunities). target_id is the index of a member in get_opportunity, once ' +
      'field committee is unlocked.',
    advise: afterUnlock,
    call: (calls, call) => calls.buyOrPrice(UnlockContact, call),
  }),
];
