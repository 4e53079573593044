export {type DemoAgent, demoAgents} from './agents.ts';
export {type LiveLogs, type LiveOptions, startLiveLogs} from './demo/live.ts';
export {arrivingLogs, type DemoData, demoData, demoLogs} from './demo-logs.ts';
export type {LogEntry} from './entry.ts';
export {type GenerateOptions, generateLogs} from './generate.ts';
export {fileLine, hostileText} from './hostile.ts';
export {createPrng, type Prng} from './prng.ts';
export {type DemoToken, demoTokens} from './tokens.ts';
