import { positionIn, WalHistory } from './wal.history.js';

describe('the lag of a replica', () => {
  const history = new WalHistory();
  history.add(100n, 1_000);
  history.add(200n, 2_000);
  history.add(200n, 3_000);

  it.each([
    ['that has all', 200n, 500],
    ['that is ahead of the last look at the primary', 250n, 500],
    ['that lacks the last change', 199n, 2_500],
    ['that lacks more than the history has', 99n, Infinity],
  ])('%s', (_, position, lag) => {
    expect(history.lagAt(position, 3_500)).toBe(lag);
  });
});

describe('a position in the write-ahead log', () => {
  it.each([
    ['0/0', 0n],
    ['0/3000148', 50_331_976n],
    ['1/0', 4_294_967_296n],
    ['16/B374D848', 97_500_059_720n],
  ])('%s is a number', (text, position) => {
    expect(positionIn(text)).toBe(position);
  });
});
