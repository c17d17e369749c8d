import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

const output = join(root, 'dist/sbom.cdx.json');

/** Runs npm in a folder. @returns its output. npm audit also ends with 1 if it has findings */
function npm(folder, ...args) {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, shell: process.platform === 'win32' };
  const { stdout, stderr, status } = spawnSync('npm', args, options);
  if (status !== 0 && !stdout.startsWith('{')) throw new Error(`npm ${args[0]} failed: ${stderr || stdout}`);
  return stdout;
}

/**
 * The bill of materials of the production packages (CycloneDX). They are installed in a separate folder, because next
 * to the development packages `npm sbom --omit dev` leaves out packages that both need.
 */
function billOfMaterials() {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(folder, file));
    npm(folder, 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund');
    npm(folder, 'pkg', 'delete', 'devDependencies');
    return JSON.parse(npm(folder, 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes the bill of materials, and checks the production packages for known vulnerabilities. Run it before a
 * release.
 */
const bill = billOfMaterials();
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(output, JSON.stringify(bill));
console.log(`Wrote ${output}: ${bill.components.length} packages.`);
const { vulnerabilities, message } = JSON.parse(npm(root, 'audit', '--omit=dev', '--json'));
if (!vulnerabilities) throw new Error(`npm audit failed: ${message}`);
const severe = Object.values(vulnerabilities).filter(({ severity }) => ['critical', 'high'].includes(severity));
for (const { name, severity, range } of severe) console.error(`${severity}: ${name} ${range}`);
console.log(`${severe.length} packages have a critical or high vulnerability.`);
process.exitCode = severe.length > 0 ? 1 : 0;
