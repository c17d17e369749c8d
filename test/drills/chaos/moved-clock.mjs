import { setInterval } from 'node:timers';
import { readFileSync } from 'node:fs';

/** Loaded into a process whose clock a drill moves: the file CLOCK_FILE holds the milliseconds by which it is moved. */
const LOOK_MS = 200;
const RealDate = Date;
let movedMs = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [RealDate.now() + movedMs]));
  }

  static now() {
    return RealDate.now() + movedMs;
  }
};
setInterval(() => {
  try {
    movedMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0;
  } catch {
    movedMs = 0;
  }
}, LOOK_MS).unref();
