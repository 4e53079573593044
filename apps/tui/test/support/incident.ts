import {createIncident, type QuietDay} from '@edge-console/generator';

/** A day with a bad upstream that fails until the end. */
export const badUpstream = (end = new Date('2026-01-10T12:00:00Z'), size = 5_000) =>
  createIncident({kind: 'bad-upstream', seed: 7, size, share: 0.05, end});

/** The entries and agents of a generated day. */
export const seedOf = ({agents, entries}: QuietDay) => ({
  agents: agents.map(agent => ({...agent, applications: [...agent.applications]})),
  // The gateway assigns ids itself.
  error_logs: [...entries()].map(({id: _, ...entry}) => entry),
});

export const rangeOptions = ({range: {from, to}}: QuietDay): readonly string[] => [
  ...['--since', new Date(from * 1000).toISOString()],
  ...['--until', new Date((to - 1) * 1000).toISOString()],
];
