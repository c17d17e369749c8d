import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import pg from 'pg';
import { fill, idOf } from './catalogue.fill.mjs';
import { createFastifyTables } from './fastify.tables.mjs';
import { commandsWith, freePort, start, stop, untilReady } from './processes.mjs';

const HOT = 200;
/** More products than the API keeps answers about. */
const MANY = 10_000;
const UNLIMITED = 900_000_000;
/** The flags that `npm start` uses for the API. */
const API_FLAGS = ['--enable-source-maps'];

/** A database of one size, with the API, the bare handler and the Fastify service as separate processes. */
export class Site {
  /** Creates the database and starts the processes. `migrate` runs the migrations on an empty database. */
  static async open(services, size, migrate) {
    const site = new Site(services, size);
    try {
      await site.fill(migrate);
      await site.serve();
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  constructor(services, size) {
    this.size = size;
    this.services = services;
    const url = new URL(services.databaseUrl);
    url.pathname = `/bench_${size}`;
    this.variables = {
      DATABASE_URL: url.href,
      REDIS_URL: services.redisUrl,
      REDIS_KEY_PREFIX: `bench-${size}`,
      DATABASE_POOL_SIZE: '16',
      PUBLIC_URL: 'http://localhost:3000',
      HOST: '127.0.0.1',
      RATE_LIMIT_ANONYMOUS: String(UNLIMITED),
      RATE_LIMIT_BROWSER: String(UNLIMITED),
      RATE_LIMIT_SPENDING: String(UNLIMITED),
      PLAN_ENTERPRISE: `10000,1000,${UNLIMITED}`,
    };
  }

  async fill(migrate) {
    const admin = new pg.Client({ connectionString: this.services.databaseUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE bench_${this.size}`);
    await admin.end();
    await migrate(this.variables.DATABASE_URL);
    this.client = new pg.Client({ connectionString: this.variables.DATABASE_URL });
    await this.client.connect();
    await fill(this.client, this.size);
    await createFastifyTables(this.client);
    await this.client.query('CREATE TABLE bench_answers (url text PRIMARY KEY, body text NOT NULL)');
  }

  async serve() {
    this.keys = this.makeKeys();
    this.ports = { api: await freePort(), bare: await freePort(), fastify: await freePort() };
    this.api = start('api.process.mjs', { ...this.variables, PORT: String(this.ports.api) }, API_FLAGS);
    await untilReady(this.ports.api);
    this.reads = await this.readsOf();
    const competitors = this.reads.find(({ name }) => name === 'competitors').requests[0];
    const { meta } = JSON.parse(await this.answer('api', competitors));
    for (const side of ['bare', 'fastify']) {
      const variables = { ...this.variables, PORT: String(this.ports[side]), BENCH_META: JSON.stringify(meta) };
      this[side] = start(`${side}.process.mjs`, variables);
      await once(this[side], 'message');
    }
    for (const read of this.reads) await this.rememberAnswers(read);
    await this.client.query('VACUUM ANALYZE bench_answers');
    for (const read of this.reads) await this.demandSameAnswers(read);
  }

  /** Requests for reports of products without a report. Each report can be bought once. */
  async purchases(count) {
    const { rows } = await this.client.query(
      `SELECT id FROM products WHERE report_status = 'none' ORDER BY id LIMIT $1`,
      [count],
    );
    const pathOf = ({ id }) => `/api/v1/products/${id}/generate-report`;
    return rows.map((row, index) => rawRequest('POST', pathOf(row), this.keys[index % this.keys.length]));
  }

  async close() {
    await Promise.all([this.api, this.bare, this.fastify].filter(Boolean).map(stop));
    await this.client?.end();
  }

  async readsOf() {
    const hot = await this.productsOf(HOT, 20);
    const many = await this.productsOf(MANY, 1);
    const each = (pathOf, isKeyed, rows = hot) =>
      rows.map((row, index) => rawRequest('GET', pathOf(row), isKeyed && this.keys[index % this.keys.length]));
    const search = (text) => `/api/v1/products?query=${encodeURIComponent(text)}`;
    const searchByName = ({ name }) => search(name.slice(0, 12));
    const competitors = ({ id }) => `/api/v1/products/${id}/competitors`;
    return [
      { name: 'search', barred: true, rival: true, requests: each(searchByName) },
      { name: 'search, not kept', rival: true, requests: each(searchByName, false, many) },
      { name: 'search, a frequent word', requests: each(({ name }) => search(name.slice(8))) },
      {
        name: 'taste',
        barred: true,
        rival: true,
        requests: each(({ id }) => `/api/v1/products/${id}/pain-points`),
      },
      {
        name: 'full report with a key',
        barred: true,
        requests: each(({ id }) => `/api/v1/products/${id}/pain-points`, true),
      },
      { name: 'competitors', barred: true, rival: true, requests: each(competitors) },
      { name: 'competitors, not kept', rival: true, requests: each(competitors, false, many) },
    ];
  }

  /** Products `step`, 2 · `step` and so on. Every twentieth product has a report. */
  async productsOf(count, step) {
    const { rows } = await this.client.query(
      `SELECT product.id, product.name FROM generate_series($1::integer, $1 * $2::integer, $1) n
       JOIN products product ON product.id = ${idOf('product', 'n')} ORDER BY n`,
      [step, count],
    );
    return rows;
  }

  /** Stores the API's response for each report in the row that the bare handler reads. */
  async rememberAnswers({ name, requests }) {
    if (!name.startsWith('taste') && !name.startsWith('full')) return;
    for (const request of requests) {
      const values = [bareUrlOf(request), await this.answer('api', request)];
      await this.client.query('INSERT INTO bench_answers VALUES ($1, $2) ON CONFLICT DO NOTHING', values);
    }
  }

  /** Checks that the bare handler sends the same bytes, and the Fastify service the same data in any field order. */
  async demandSameAnswers({ name, requests, rival }) {
    for (const request of requests.slice(0, 20)) {
      const [own, other] = [await this.answer('api', request), await this.answer('bare', request)];
      if (own !== other) throw new Error(`${name}: different bytes.\n${own.slice(0, 300)}\n${other.slice(0, 300)}`);
      if (!rival) continue;
      const data = JSON.parse(await this.answer('fastify', request)).data;
      deepEqual(data, JSON.parse(own).data, `${name}: the Fastify service returns different data.`);
    }
  }

  async answer(side, request) {
    const [line, ...lines] = request.split('\r\n');
    const authorization = lines.find((header) => header.startsWith('Authorization: '))?.slice(15);
    const response = await fetch(`http://127.0.0.1:${this.ports[side]}${line.split(' ')[1]}`, {
      headers: { ...(authorization && { authorization }) },
    });
    return response.text();
  }

  makeKeys() {
    const cli = commandsWith(this.variables);
    const { team_id: team } = cli('team', 'create', '--name', 'Bench', '--plan', 'enterprise', '--credits', '1000000');
    const names = ['first', 'second', 'third', 'fourth'];
    return names.map((name) => cli('key', 'create', '--team', team, '--name', name, '--spend-cap', '1000000').key);
  }
}

function rawRequest(method, path, key) {
  const headers = ['Host: localhost', 'Accept: application/json', ...(key ? [`Authorization: Bearer ${key}`] : [])];
  return [`${method} ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}

/** The bare handler checks no key. A request with the header gets the full report, a request without it the taste. */
const bareUrlOf = (request) => `${request.includes('Authorization: ') ? 'full ' : ''}${request.split(' ')[1]}`;
