import {getRawAsset} from 'node:sea';
import {createLoader} from './loader.ts';

/** The main script of an executable. Each part of the program is two assets: `./NAME.cjs` and `./NAME.cjs.code`. */
const asset = (name: string) => Buffer.from(getRawAsset(name) as ArrayBuffer);

createLoader(name => ({source: asset(name).toString(), code: asset(`${name}.code`)}))('./main.cjs');
