#!/usr/bin/env node
// Old JavaScript up to the first import: an old Node is told so, instead of an error of syntax.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childStdio, passSignalsOn } from './child-signals.js';
import { NODE_FLAGS } from './node-flags.js';

/** `engines` of package.json. */
const OLDEST_NODE = [22, 15];
/** As of `core/surfaces/cli`: the machine lacks what the program needs. */
const UNUSABLE = 8;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isCheckout = existsSync(join(root, 'core', 'main.js'));

/** In a checkout the one that its packages bring; the installed program runs on the owner's. */
function nodeToRun() {
  if (!isCheckout) return process.execPath;
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

if (!isCheckout && isTooOld(process.versions.node)) {
  process.stderr.write(`Commentdock needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exit(UNUSABLE);
}
const main = isCheckout ? join(root, 'core', 'main.js') : join(root, 'dist', 'core', 'main.js');
const child = spawn(nodeToRun(), [...NODE_FLAGS, main, ...process.argv.slice(2)], {
  stdio: childStdio(process.platform, process.argv.slice(2)),
});
passSignalsOn(child, process, process.platform);
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
