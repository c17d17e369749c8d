import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Prints the problems of an OpenAPI document as JSON: `rule: message at pointer`. */
const [file = ''] = process.argv.slice(2);
const source = readFileSync(file, 'utf8');
process.stdout.write(JSON.stringify([...(await lintWithRedocly()), ...(await lintWithSpectral())]));

async function lintWithRedocly() {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, absoluteRef: file, config });
  return problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} at ${at?.pointer}`);
}

async function lintWithSpectral() {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[rulesets.oas, 'all']] });
  const problems = await spectral.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`);
}
