import {application} from '../../../../apps/server/test/seed-rows.ts';

/**
 * Account of {@link SEED}. The seed has more rows than a page, entries of all levels, and an application that is
 * offline, so that all checks can be made.
 */
export const USER = {username: 'edge-admin', password: 'a long passphrase'} as const;
export const TOKEN = '22222222-2222-4222-8222-222222222222';

const NOW = 1_795_176_003;
const applications = Array.from({length: 5}, (_, index) =>
  application(100 + index, `app ${index}`, {online: index % 2 === 0, created: NOW + 0.5, modified: NOW + 1.25}),
);

/** Request ids: five that begin with zeros, one of decimal digits only, and one that does not begin with 0. */
const REQUEST_IDS = [
  ...Array.from({length: 5}, (_, index) => `000028800bac65d7fed0000${index}`),
  '000012345678901234567890',
  'f00028800bac65d7fed00006',
];

export const SEED = {
  users: [
    {...USER, role: 'master'},
    {username: 'ann', password: 'another passphrase', role: 'user'},
  ],
  tokens: Array.from({length: 26}, (_, index) => ({
    username: USER.username,
    name: `token ${index}`,
    expire: index % 3 === 1 ? 1_900_000_000_000 + index : 0,
    ...(index === 0 && {token: TOKEN}),
  })),
  error_logs: Array.from({length: 90}, (_, index) => ({
    level: index % 9,
    count: 1 + (index % 3),
    src: 0,
    // Every two entries have the same time, to test their order by id.
    log_time: NOW + Math.floor(index / 2),
    log: `line ${index}, request_id: "${REQUEST_IDS[index % 7]}"`,
    node_id: 1 + (index % 4),
    node_type: index % 3,
    app_id: 100 + (index % 5),
    req_id: REQUEST_IDS[index % 7] as string,
  })),
  agents: [
    {id: 1, name: 'edge-1', applications},
    {id: 2, name: 'edge-2', applications: []},
  ],
};
