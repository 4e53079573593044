export {type LiveLogs, type LiveOptions, startLiveLogs} from './demo/live.ts';
export {type DemoData, demoData} from './demo-logs.ts';
export type {LogEntry} from './entry.ts';
export {type GenerateOptions, generateLogs} from './generate.ts';
export {
  type Cause,
  createIncident,
  createQuietDay,
  type DecoyLabel,
  INCIDENT_KINDS,
  type Incident,
  type IncidentEntry,
  type IncidentKind,
  type IncidentLabel,
  type IncidentOptions,
  namesCause,
  type QuietDay,
} from './incidents/index.ts';
