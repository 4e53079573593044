#!/usr/bin/env node
import {launch} from '../dist/launch.mjs';

await launch({name: 'edge-console', node: [22, 13], main: () => import('../dist/main.js')});
