/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Faults with their weights. Those of a connection name the server behind it. */
const FAULTS = [
  ...['cut', 'delay', 'trickle', 'reset', 'half-close'].flatMap((what) =>
    ['postgres', 'redis', 'providers'].map((where) => ({ what, where, weight: 4 })),
  ),
  { what: 'kill', where: 'api', weight: 8 },
  { what: 'kill', where: 'worker', weight: 10 },
  { what: 'kill', where: 'command', weight: 4 },
  { what: 'kill', where: 'postgres', weight: 2 },
  { what: 'flush', where: 'redis', weight: 3 },
  { what: 'pause', where: 'redis', weight: 3 },
  { what: 'move-clock', where: 'api', weight: 3 },
  { what: 'move-clock', where: 'worker', weight: 3 },
  { what: 'fill-disk', where: 'data', weight: 2 },
];
/** Operations from one fault to the next, on average. */
const EVERY = 40;
const MS = { least: 200, most: 2_500 };
/** Five minutes, forward or back. */
const CLOCK_MS = 300_000;

/** The faults of a drill: after which operation, what, where and for how long. The same seed gives the same faults. */
export function scheduleOf(seed, operations) {
  const random = randomOf(seed);
  const total = FAULTS.reduce((sum, { weight }) => sum + weight, 0);
  const schedule = [];
  for (let at = EVERY; at < operations; at += 1 + Math.floor(random() * 2 * EVERY)) {
    let place = random() * total;
    const { what, where } = FAULTS.find(({ weight }) => (place -= weight) < 0);
    const ms = Math.round(MS.least + random() * (MS.most - MS.least));
    schedule.push({ at, what, where, ms, clockMs: random() < 0.5 ? CLOCK_MS : -CLOCK_MS });
  }
  return schedule;
}
