import { type Heads, scoreFour, toProbability } from './model/linear.model.js';
import { type SparseVector } from './model/sparse.vector.js';

/** The rate at which the share of the fitness heads rises with the similarity of a text, and the similarity that gives one half. */
const FITNESS = { slope: 2, middle: -0.6 };
/** The share of the fitness heads that a text about business software loses: both have words such as "tracking". */
const BUSINESS_IN_FITNESS = 0.7;
/** Subtracted from the score of a request per unit of the score of a problem: in fitness apps, few texts are labeled as both. */
const PROBLEM_IN_REQUEST = 0.15;

/** The scores of a text by the general heads: log-odds, and predicted stars. */
export interface GeneralScores {
  problem: number;
  complaint: number;
  request: number;
  stars: number;
}

/** The scores (log-odds) of a text that depend on its domain, and those that do not. */
export interface DomainScores {
  general: GeneralScores;
  problem: number;
  /** The similarity of the text to reviews of business software, from 0 to 1; 1 on a site for these. */
  business: number;
  /** The similarity of the text to reviews of fitness apps, from 0 to 1: the share of the fitness heads. */
  fitness: number;
  fitnessRequest: number;
}

/** Scores a text by the general heads. */
export function scoreInGeneral(vector: SparseVector, heads: Heads): GeneralScores {
  const [problem, complaint, request, stars] = scoreFour(vector, [
    heads.problem,
    heads.complaint,
    heads.request,
    heads.stars,
  ]);
  return { problem, complaint, request, stars };
}

/**
 * Mixes the heads of three domains by the similarity of the text to each. Most labeled reviews are of fitness apps:
 * heads that follow them closely read such reviews best and all others worse. Business texts are read by the head of
 * complaints. A review of a site for business software is a business text, whatever its words.
 */
export function scoreByDomain(vector: SparseVector, heads: Heads, isBusiness: boolean): DomainScores {
  const general = scoreInGeneral(vector, heads);
  const [asBusiness, asFitness, fitnessProblem, fitnessRequest] = scoreFour(vector, [
    heads.business,
    heads.fitness,
    heads.fitnessProblem,
    heads.fitnessRequest,
  ]);
  const business = isBusiness ? 1 : toProbability(asBusiness);
  const fitness = isBusiness
    ? 0
    : toProbability(FITNESS.slope * (asFitness - FITNESS.middle)) * (1 - BUSINESS_IN_FITNESS * business);
  const otherProblem = (1 - business) * general.problem + business * general.complaint;
  return {
    general,
    problem: fitness * fitnessProblem + (1 - fitness) * otherProblem,
    business,
    fitness,
    fitnessRequest: fitnessRequest - PROBLEM_IN_REQUEST * fitness * fitnessProblem,
  };
}
