import {loadYoga} from 'yoga-layout/load';

/** Replaces the main module of yoga-layout, whose top-level await a CommonJS bundle cannot contain. */
const yoga = {};

/** Resolves when `yoga` can be used. */
export const ready = loadYoga().then(loaded => void Object.assign(yoga, loaded));

export default yoga;
