#!/usr/bin/env node
import {launch} from '@edge-console/launcher';

await launch({name: 'edge-server', node: [24, 15], main: () => import('../dist/main.js')});
