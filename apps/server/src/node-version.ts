import process from 'node:process';

// This module is imported first, because on an older Node.js, other modules fail without naming the cause.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  throw new Error(`@edge-console/server needs Node.js 24.15 or newer; this is ${process.versions.node}`);
}
