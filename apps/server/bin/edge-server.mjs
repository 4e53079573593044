#!/usr/bin/env node
import {launch} from '../dist/launch.mjs';

await launch({name: 'edge-server', node: [24, 15], main: () => import('../dist/main.js')});
