import {createRequire} from 'node:module';

// Set here, because not every shell can set a variable in a package.json script.
process.env.TURBO_TELEMETRY_DISABLED = '1';
createRequire(import.meta.url)('turbo/bin/turbo');
