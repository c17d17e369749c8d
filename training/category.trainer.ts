import { categoryVector } from '../src/analysis/category.model.js';
import { CategoryWeights, MODEL_CATEGORIES } from '../src/analysis/model/category.weights.js';
import { type Heads, quantizeHead } from '../src/analysis/model/linear.model.js';
import { scoreReview } from '../src/analysis/review.scores.js';
import { findSignals } from '../src/analysis/review.signals.js';
import { parseText } from '../src/analysis/text/parsed.text.js';
import { type CategoryText } from './category.labels.js';
import { trainLogistic, TrainingSet } from './linear.trainer.js';

/** How closely the models follow the labels. Chosen by five-fold cross-validation. */
const STRENGTH = 5;

/** Trains one model per category. The same texts and heads in the same order give the same weights. */
export function trainCategories(texts: readonly CategoryText[], heads: Heads): CategoryWeights {
  const set = new TrainingSet();
  for (const { title, text, rating, isBusiness } of texts) {
    const parsed = parseText(title, text);
    const scored = scoreReview(parsed, findSignals(parsed), { heads, rating, language: 'en', isBusiness });
    set.add(categoryVector(parsed.words, 0, parsed.words.length, scored), 0);
  }
  return CategoryWeights.from(
    MODEL_CATEGORIES.map((id) => {
      texts.forEach(({ categories }, row) => (set.targets[row] = categories.includes(id) ? 1 : 0));
      return quantizeHead(trainLogistic(set, STRENGTH, { isBalanced: false }));
    }),
  );
}
