#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { listen } from './listener.js';

const USAGE = `Usage: qualm-listen ADDRESS --url API [--types TYPE,TYPE] [--secret whsec_...]

Sends the events of test mode that happen from now on to a local address, signed as webhooks are.
  ADDRESS    such as http://localhost:4242/webhooks
  --url      the address of the API, such as https://qualm.example.com/api/v1
  --types    only these types of events
  --secret   signs with this secret. Without it, a new one is made and printed
QUALM_API_KEY must hold a test key.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    types: { type: 'string' },
    secret: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const [address] = positionals;
const apiKey = process.env.QUALM_API_KEY ?? '';
if (values.help) {
  say(USAGE);
} else if (!address || !values.url) {
  complain(USAGE);
  process.exitCode = 2;
} else if (!/_test_/.test(apiKey)) {
  complain('QUALM_API_KEY must hold a test key: events of live mode go to webhook endpoints only.');
  process.exitCode = 2;
} else {
  const secret = values.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  const types = values.types?.split(',');
  say(`Events of test mode go to ${address}. Verify them with the secret ${secret}`);
  await listen({ baseUrl: values.url, apiKey, address, secret, types, say });
}
