import { argv } from 'node:process';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** The unchanged API or worker, named by the first argument. It also reports its CPU time and the statements that it has sent. */
const statements = [];
const connections = new WeakMap();
let known = 0;
const send = pg.Client.prototype.query;

pg.Client.prototype.query = function query(config, values, ...more) {
  const { text, name, values: own } = typeof config === 'string' ? { text: config } : config;
  if (!connections.has(this)) connections.set(this, `${process.pid} ${++known}`);
  if (typeof text === 'string') {
    const given = Array.isArray(values) ? values : (own ?? []);
    const connection = connections.get(this);
    statements.push({
      at: performance.timeOrigin + performance.now(),
      connection,
      text,
      name,
      values: given.map(plain),
    });
  }
  return send.call(this, config, values, ...more);
};

/** A value as the text that PostgreSQL reads. */
function plain(value) {
  const prepared = prepareValue(value);
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared;
}

const orders = {
  cpu: () => ({ cpu: process.cpuUsage() }),
  statements: () => ({ statements: statements.splice(0) }),
};
process.on('message', ([order]) => process.send(orders[order]()));
await import(`../dist/${argv[2]}.js`);
