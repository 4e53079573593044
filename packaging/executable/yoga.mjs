import {loadYoga} from 'yoga-layout/load';

/** Replaces the main module of yoga-layout. That module has a top-level `await`, which CommonJS does not support. */
const yoga = {};

/** Resolves when `yoga` has its functions. */
export const ready = loadYoga().then(loaded => void Object.assign(yoga, loaded));

export default yoga;
