export {createIncident, createQuietDay, type Incident, type IncidentOptions, type QuietDay} from './create-incident.ts';
export {INCIDENT_KINDS} from './kinds/index.ts';
export {type Cause, type DecoyLabel, type IncidentKind, type IncidentLabel, namesCause} from './label.ts';
export type {IncidentEntry} from './streams.ts';
