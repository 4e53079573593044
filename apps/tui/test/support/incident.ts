import {createIncident, type QuietDay} from '@edge-console/generator';

/** Creates a day with a bad upstream server, which goes on at its end. */
export const badUpstream = (end = new Date('2026-01-10T12:00:00Z')) =>
  createIncident({kind: 'bad-upstream', seed: 7, size: 10_000, share: 0.05, end});

/** Returns the seed of a gateway with the entries and agents of a generated day. */
export const seedOf = ({agents, entries}: QuietDay) => ({
  agents: agents.map(agent => ({...agent, applications: [...agent.applications]})),
  // A gateway numbers entries itself.
  error_logs: [...entries()].map(({id: _, ...entry}) => entry),
});

/** Returns the range of a day as options of a command. */
export const rangeOptions = ({range: {from, to}}: QuietDay): readonly string[] => [
  ...['--since', new Date(from * 1000).toISOString()],
  ...['--until', new Date((to - 1) * 1000).toISOString()],
];
