import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Prints the problems of an OpenAPI document as JSON: `rule: message at pointer`. */
const [file = ''] = process.argv.slice(2);
const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: file, config });
const lines = problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} at ${at?.pointer}`);
process.stdout.write(JSON.stringify(lines));
