import {createRequire} from 'node:module';

// In the script of a package.json, not every shell could set it.
process.env.TURBO_TELEMETRY_DISABLED = '1';
createRequire(import.meta.url)('turbo/bin/turbo');
