import {createIncident, createQuietDay, type Incident, type QuietDay} from '../incidents/create-incident.ts';
import {INCIDENT_KINDS, type IncidentKind} from '../incidents/kinds/index.ts';
import type {IncidentEntry} from '../incidents/streams.ts';
import {command, flag, numberOf, text, type Values} from './terminal.ts';
import {writeLines} from './write-lines.ts';

const QUIET = 'none';

const HELP = `Usage: edge-logs incident --kind KIND [flags]

Writes the entries of eight days with an incident in the last 24 hours to stdout, as NDJSON for POST
/__control/error_logs, determined by the seed.

  --kind KIND    ${INCIDENT_KINDS.slice(0, 6).join(', ')},
                 ${INCIDENT_KINDS.slice(6).join(', ')},
                 or ${QUIET} for days without an incident
  --seed N       (default 1)
  --size N       number of entries of all days, about (default 100000)
  --share SHARE  share of the incident in the last 24 hours, 0.002 to 0.6 (default 0.05)
  --end TIME     end of the last day, like 2026-11-20T12:00:00Z (default now)
  --label        write the label instead: time, causes and decoys, as JSON
  --help
`;

const FLAGS = {kind: text, seed: text, size: text, share: text, end: text, label: flag} as const;

export const runIncident = command({
  name: 'incident',
  help: HELP,
  flags: FLAGS,
  run: async (values, terminal) => {
    const day = dayOf(values);
    if (values.label) terminal.out(`${JSON.stringify('label' in day ? day.label : {decoys: day.decoys}, null, 2)}\n`);
    else await writeLines(day.entries().map(ndjson), terminal);
    return 0;
  },
});

const ndjson = ({id: _, ...entry}: IncidentEntry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);

const isKind = (name: string): name is IncidentKind => (INCIDENT_KINDS as readonly string[]).includes(name);

const dayOf = (values: Values<typeof FLAGS>): Incident | QuietDay => {
  const {kind = ''} = values;
  const end = values.end === undefined ? new Date() : new Date(values.end);
  if (!(end.getUTCFullYear() >= 1971 && end.getUTCFullYear() <= 9999))
    throw new Error('--end must be a time like 2026-11-20T12:00:00Z');
  const seed = numberOf('seed', values.seed ?? '1', 'an integer');
  const size = numberOf('size', values.size ?? '100000', 'an integer');
  if (size < 1000) throw new Error('--size must be 1000 or more');
  if (kind === QUIET) return createQuietDay({seed, size, end});
  if (!isKind(kind)) throw new Error(`--kind must be ${QUIET} or one of ${INCIDENT_KINDS.join(', ')}`);
  const share = numberOf('share', values.share ?? '0.05', 'a number');
  if (share < 0.002 || share > 0.6) throw new Error('--share must be from 0.002 to 0.6');
  return createIncident({kind, seed, size, end, share});
};
