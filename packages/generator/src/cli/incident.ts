import {type Command, Option} from '@commander-js/extra-typings';
import {createIncident, createQuietDay} from '../incidents/create-incident.ts';
import {INCIDENT_KINDS} from '../incidents/kinds/index.ts';
import type {IncidentEntry} from '../incidents/streams.ts';
import {integer, number, time} from './parsers.ts';
import type {Terminal} from './terminal.ts';
import {writeLines} from './write-lines.ts';

export const addIncident = (program: Command, terminal: Terminal) =>
  program
    .command('incident')
    .summary('write the entries of days with an incident, whose label says the cause')
    .description(
      'Writes the entries of eight days with an incident in the last 24 hours to stdout, as NDJSON for POST ' +
        '/__control/error_logs, determined by the seed.',
    )
    .addOption(
      new Option('--kind <kind>', 'kind of incident; none for days without one')
        .choices([...INCIDENT_KINDS, 'none'])
        .makeOptionMandatory(),
    )
    .option('--seed <n>', 'seed of the entries', integer(), 1)
    .option('--size <n>', 'number of entries of all days, about', integer(1000), 100_000)
    .option('--share <share>', 'share of the incident in the last 24 hours, 0.002 to 0.6', number(0.002, 0.6), 0.05)
    .option('--end <time>', 'end of the last day, like 2026-11-20T12:00:00Z (default: now)', time)
    .option('--label', 'write the label instead: time, causes and decoys, as JSON')
    .action(async ({kind, share, label, end = new Date(), ...flags}) => {
      const day = kind === 'none' ? createQuietDay({...flags, end}) : createIncident({...flags, kind, share, end});
      if (!label) return writeLines(day.entries().map(ndjson), terminal);
      terminal.out(`${JSON.stringify('label' in day ? day.label : {decoys: day.decoys}, null, 2)}\n`);
    });

const ndjson = ({id: _, ...entry}: IncidentEntry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);
