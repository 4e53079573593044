#!/usr/bin/env node
import {launch} from '../dist/launch.mjs';

await launch({name: 'edge-conformance', node: [22, 18], main: () => import('../dist/main.js')});
