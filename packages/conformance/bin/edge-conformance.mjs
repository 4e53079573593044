#!/usr/bin/env node
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`edge-conformance needs Node.js 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  nodeModule.enableCompileCache();
  await import('../dist/main.js');
}
