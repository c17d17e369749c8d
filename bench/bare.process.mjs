import { createServer } from 'node:http';
import pg from 'pg';
import { ProductsQueries } from '../dist/market/products/products.queries.js';

/**
 * What the service is held against: node:http and pg with named statements, nothing between them. It sends the same
 * bytes: lists and competitors from the same statements, reports from a row that holds them ready made.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL_SIZE) });
const named = async (name, text, values) => (await pool.query({ name, text, values })).rows;
const products = new ProductsQueries({ named });
const { upsell } = JSON.parse(process.env.BENCH_META);

async function bodyOf({ url, headers }) {
  if (url.startsWith('/api/v1/products?')) {
    const query = decodeURIComponent(url.slice(url.indexOf('query=') + 6));
    const items = await products.named(query, { page: 1, page_size: 20 });
    const meta = JSON.stringify({ pagination: { page: 1, page_size: 20, has_more: items.length > 20 } });
    return `{"success":true,"data":[${items.slice(0, 20).join(',')}],"meta":${meta}}`;
  }
  if (url.endsWith('/competitors')) {
    const data = await products.competitorsOf(url.slice(17, 53));
    return `{"success":true,"data":${data},"meta":${JSON.stringify({ upsell })}}`;
  }
  const asked = headers.authorization ? `full ${url}` : url;
  const [row] = await named('answer', 'SELECT body FROM bench_answers WHERE url = $1', [asked]);
  return row.body;
}

const server = createServer(async (request, response) => {
  const bytes = Buffer.from(await bodyOf(request));
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
});
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));
