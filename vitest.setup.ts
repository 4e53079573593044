import fc from 'fast-check';

// A run of the tests must not depend on chance. `EDGE_SEED=random` looks for new counterexamples.
const {EDGE_SEED = '1'} = process.env;
if (EDGE_SEED !== 'random') fc.configureGlobal({seed: Number(EDGE_SEED)});
