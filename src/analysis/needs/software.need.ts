import { clipped } from '#platform/text/clipped.text.js';
import { NAMES_DEVICE, NAMES_OTHER_THING, NAMES_SOFTWARE, type Need, OWN_WORK, SAYS_USE } from './need.patterns.js';
import { wantedProductIn } from './title.needs.js';

/** A post, and the sentences of it that state a need. */
export interface StatedPost {
  /** The first line is its title. */
  text: string;
  need: Need;
  evidence: readonly string[];
}

/** Fitted to 780 posts of which readers had said whether a seller of software could answer their need (docs/analysis.md). `device` is per device, for up to three. */
const WEIGHTS = {
  base: 0.28,
  software: 0.8,
  use: 1.14,
  product: 0.62,
  softwareProduct: 1,
  device: -0.23,
  otherThing: -1.03,
  ownWork: -0.83,
  buys: -1.35,
  asks: -0.62,
};
const DEVICES = new RegExp(NAMES_DEVICE, 'gi');
const MOST_DEVICES = 3;
/** What a text is about is in its beginning. */
const BEGINNING = 700;

/** The log-odds that the need of a post is one for software, and not for a device, a person, a course or opinions on the writer's own work. Takes linear time. */
export function softwareOddsOf({ text, need, evidence }: StatedPost): number {
  const [title = ''] = text.split('\n', 1);
  const said = [title, ...evidence];
  const beginning = clipped(text, BEGINNING);
  const products = said.map(wantedProductIn).filter((product) => product !== null);
  const signs: [number, boolean][] = [
    [WEIGHTS.software, NAMES_SOFTWARE.test(title)],
    [WEIGHTS.use, said.some((each) => SAYS_USE.test(each))],
    [WEIGHTS.product, products.length > 0],
    [WEIGHTS.softwareProduct, products.some((product) => NAMES_SOFTWARE.test(product))],
    [WEIGHTS.otherThing, said.some((each) => NAMES_OTHER_THING.test(each))],
    [WEIGHTS.ownWork, OWN_WORK.test(beginning)],
    [WEIGHTS.buys, need === 'purchase' || need === 'consideration'],
    [WEIGHTS.asks, need === 'recommendation'],
  ];
  const devices = Math.min(MOST_DEVICES, beginning.match(DEVICES)?.length ?? 0);
  return signs.reduce(
    (odds, [weight, isSign]) => odds + (isSign ? weight : 0),
    WEIGHTS.base + WEIGHTS.device * devices,
  );
}
