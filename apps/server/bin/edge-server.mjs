#!/usr/bin/env node
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(`edge-server needs Node.js 24.15 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const {privateCacheFolder} = await import('./cache-folder.mjs');
  const folder = privateCacheFolder('edge-server');
  if (folder) nodeModule.enableCompileCache(folder);
  await import('../dist/main.js');
}
