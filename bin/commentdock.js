#!/usr/bin/env node
// Runs the program on the Node that comes with it, whatever Node started this file.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childStdio, passSignalsOn } from './child-signals.js';
import { NODE_FLAGS } from './node-flags.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(
  dirname(createRequire(import.meta.url).resolve('node/package.json')),
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const child = spawn(node, [...NODE_FLAGS, join(root, 'core', 'main.js'), ...process.argv.slice(2)], {
  stdio: childStdio(process.platform),
});
passSignalsOn(child, process, process.platform);
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
