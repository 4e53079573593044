export {type LiveLogs, type LiveOptions, startLiveLogs} from './demo/live.ts';
export {type DemoData, demoData} from './demo-logs.ts';
export type {LogEntry} from './entry.ts';
export {type GenerateOptions, generateLogs} from './generate.ts';
