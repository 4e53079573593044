#!/usr/bin/env node
import {launch, runScript} from '@edge-console/launcher';

const run = {name: 'edge-server', part: 'main', importModule: name => import(name)};
const main = () => runScript(new URL('../dist/main.js', import.meta.url), run);
await launch({name: 'edge-server', node: [24, 15], main});
