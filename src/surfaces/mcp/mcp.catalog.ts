import { costOf } from '#accounts/runs/paid-action.js';
import { GenerateReport } from '#market/pain-points/generate-report.action.js';
import { generateReport, getPainPoints } from '#market/pain-points/pain-points.operations.js';
import { PainPointsService } from '#market/pain-points/pain-points.service.js';
import { ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { getCompetitors, searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { listAnswer } from '#platform/operations/pagination.dto.js';
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
import { UnlockContactService } from '#workspace/unlocks/unlock-contact.service.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';
import { followProduct, getWatchlist, unfollowProduct } from '#workspace/watchlist/watchlist.operations.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { READS, SPENDS, type Tool, tool, WRITES } from './tool.js';

/** A client that lost a pitch on the way asks again within this many seconds, and is not charged again. */
const PITCH_REPEATS_WITHIN = 120;

/** The menu: every tool, in the order clients see them. */
export const CATALOG: readonly Tool[] = [
  tool({
    operation: searchProducts,
    title: 'Search products',
    description:
      'Finds software products by a part of their name; without a query, the most reviewed ones. Use it first: the other ' +
      'tools need the product id that it answers. Twenty to a page. Free.',
    hints: READS,
    service: ProductsService,
    call: async (products, { input }) => listAnswer(await products.search(input.query)),
  }),
  tool({
    operation: getPainPoints,
    title: "Read a product's pain points",
    description:
      'What reviewers of a product complain about: themes with trend, number of mentions, business impact and verbatim ' +
      'quotes. Use it to learn where a product hurts its users. A paid team gets every theme and quote, everybody else ' +
      'the first three. `status` says whether a report exists: with none, generate_report makes one. Free.',
    hints: READS,
    service: PainPointsService,
    call: (painPoints, { caller, input }) => painPoints.reportFor(caller, input.path.id),
  }),
  tool({
    operation: getCompetitors,
    title: "List a product's competitors",
    description:
      'Products of the same categories, the most reviewed first, with the worst pain of those that have a report. Use it ' +
      'to find whom a product competes with and where each of them is weak. Free.',
    hints: READS,
    service: ProductsService,
    call: (products, { input }) => products.competitorsOf(input.path.id),
  }),
  tool({
    operation: listOpportunities,
    title: 'List sales opportunities',
    description:
      'Reviews and posts whose writers may want to buy, switch or be advised, newest first. Use it to find whom to write ' +
      'to; filter by status, followed products, frustration, rating, country, industry, date or words. Several values of ' +
      'one filter mean "or". Free.',
    hints: READS,
    service: OpportunitiesService,
    call: async (opportunities, { caller, input }) => listAnswer(await opportunities.list(caller, input.query)),
  }),
  tool({
    operation: getOpportunity,
    title: 'Read a sales opportunity',
    description:
      'One opportunity with the text, its pain points, the company, and whatever contacts the team has unlocked. Use it ' +
      'before drafting an outreach or unlocking a contact. Free.',
    hints: READS,
    service: OpportunitiesService,
    call: (opportunities, { caller, input }) => opportunities.get(caller, input.path.id),
  }),
  tool({
    operation: updateOpportunity,
    title: 'Triage a sales opportunity',
    description:
      "Marks an opportunity viewed or not, or moves its status, in the team's own list. Use it when the person has " +
      'decided what becomes of it; give is_viewed, status, or both. Free.',
    hints: WRITES,
    service: OpportunitiesService,
    call: (opportunities, { caller, input }) => opportunities.triage(caller, input.path.id, input.body),
  }),
  tool({
    operation: getWatchlist,
    title: 'List followed products',
    description:
      'The products the team follows, the latest first. Use it to know what the person cares about before searching or ' +
      'triaging. Twenty to a page. Free.',
    hints: READS,
    service: WatchlistService,
    call: async (watchlist, { caller, input }) => listAnswer(await watchlist.list(caller, input.query)),
  }),
  tool({
    operation: followProduct,
    title: 'Follow a product',
    description:
      "Puts a product on the team's watchlist. Use it when the person wants to keep an eye on it. A plan follows only so " +
      'many products; following twice changes nothing. Free.',
    hints: WRITES,
    service: WatchlistService,
    call: (watchlist, { caller, input }) => watchlist.follow(caller, input.body.product_id),
  }),
  tool({
    operation: unfollowProduct,
    title: 'Stop following a product',
    description:
      "Takes a product off the team's watchlist. Use it when the person no longer cares about it. It can be followed " +
      'again at any time. Free.',
    hints: WRITES,
    service: WatchlistService,
    call: (watchlist, { caller, input }) => watchlist.unfollow(caller, input.path.productId),
  }),
  tool({
    operation: getAccount,
    title: 'Read the account',
    description:
      "The team's plan, credits with the date of the next refill, and how full the watchlist is. Use it to say what the " +
      'team can still do this month. Free.',
    hints: READS,
    service: AccountService,
    call: (account, { caller }) => account.overview(caller),
  }),
  tool({
    operation: getCreditBalance,
    title: 'Read the credit balance',
    description: 'How many credits the team has left. Use it before anything that costs a credit. Free.',
    hints: READS,
    service: AccountService,
    call: (account, { caller }) => account.creditBalance(caller),
  }),
  tool({
    operation: listPitches,
    title: 'List pitches',
    description:
      "The team's outreach drafts, the latest first, of all opportunities or one. Use it before generating a pitch, to " +
      'see what there is already. Twenty to a page. Free.',
    hints: READS,
    service: PitchesService,
    call: async (pitches, { caller, input }) => listAnswer(await pitches.list(caller, input.query)),
  }),
  tool({
    operation: generateReport,
    title: "Generate a product's pain-points report",
    description:
      'Starts a new pain-points report and answers at once; it takes two to three minutes, then get_pain_points reads ' +
      `it. Use it when there is no report or the person wants a fresh one. Costs ${costOf(GenerateReport)}: ask the person first. ` +
      'Nothing is charged while one is being generated already.',
    hints: SPENDS,
    service: ReportGenerationService,
    call: (reports, { caller, input, ...request }) => reports.generate(caller, input.path.id, request),
  }),
  tool({
    operation: generatePitch,
    title: 'Draft an outreach pitch',
    description:
      'Drafts an e-mail, a network message or talking points for a call, grounded in what the person behind an ' +
      'opportunity said, and saves them; it takes up to half a minute. Use it when the person wants to write to somebody. ' +
      `Costs ${costOf(GeneratePitch)}: ask the person first. The credit comes back when no draft comes of it.`,
    hints: SPENDS,
    repeatsWithin: PITCH_REPEATS_WITHIN,
    service: PitchesService,
    call: (pitches, { caller, input, ...request }) => pitches.generate(caller, input, request),
  }),
  tool({
    operation: unlockContact,
    title: 'Unlock a contact',
    description:
      "Reveals the reviewer's e-mail address, phone number or profile, the people of the company (field committee), or " +
      'the e-mail address or phone number of one of them. Use it when the person wants to write to somebody. ' +
      `Costs ${costOf(UnlockContact)}: ask the person first. Nothing found, or known already, costs nothing.`,
    hints: SPENDS,
    service: UnlockContactService,
    call: (unlocks, { caller, input, ...request }) => unlocks.unlock(caller, input, request),
  }),
];
