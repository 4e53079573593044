export {type LiveLogs, type LiveOptions, startLiveLogs} from './demo/live.ts';
export {type DemoData, demoData} from './demo-logs.ts';
export {type GenerateOptions, generateLogs} from './generate-logs.ts';
export {
  createIncident,
  createQuietDay,
  type Incident,
  type IncidentOptions,
  type QuietDay,
} from './incidents/create-incident.ts';
export {INCIDENT_KINDS, type IncidentKind} from './incidents/kinds/index.ts';
export {type Cause, type DecoyLabel, type IncidentLabel, namesCause} from './incidents/label.ts';
export type {IncidentEntry} from './incidents/streams.ts';
export type {LogEntry} from './log-entry.ts';
