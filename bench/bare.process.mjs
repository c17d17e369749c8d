import { createServer } from 'node:http';
import pg from 'pg';
import { presentCompared, presentCompetitor, presentProduct } from '../dist/market/products/product.presenter.js';
import { ProductsQueries } from '../dist/market/products/products.queries.js';

/**
 * The baseline of the benchmark: only node:http and pg with prepared statements. It sends the same
 * bytes: lists and competitors from the same statements, reports from a row with the finished text.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });
const names = new Map();
const products = new ProductsQueries({ prepared: { query }, replicated: { prepared: { query } }, hasReplicas: false });
const { upsell } = JSON.parse(process.env.BENCH_META);

async function query(text, values) {
  if (!names.has(text)) names.set(text, `statement_${names.size}`);
  return (await pool.query({ name: names.get(text), text, values })).rows;
}

async function bodyOf({ url, headers }) {
  if (url.startsWith('/api/v1/products?')) {
    const query = decodeURIComponent(url.slice(url.indexOf('query=') + 6));
    const items = (await products.findByName(query, 21, 0)).map(presentProduct);
    const meta = { pagination: { page: 1, page_size: 20, has_more: items.length > 20 } };
    return JSON.stringify({ success: true, data: items.slice(0, 20), meta });
  }
  if (url.endsWith('/competitors')) {
    const { product, competitors: rows } = await products.competitorsOf(url.slice(17, 53));
    const competitors = rows.map((row) => presentCompetitor(row, product));
    return JSON.stringify({
      success: true,
      data: { product: presentCompared(product), competitors },
      meta: { upsell },
    });
  }
  const asked = headers.authorization ? `full ${url}` : url;
  const [row] = await query('SELECT body FROM bench_answers WHERE url = $1', [asked]);
  return row.body;
}

const server = createServer(async (request, response) => {
  const bytes = Buffer.from(await bodyOf(request));
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
});
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));
