import {application} from '../../../../apps/server/test/seed-rows.ts';

/** `log_time` of the newest entry. */
export const NEWEST = 1_795_000_000;

export const MASTER_TOKEN = 'a1d3c1de-0000-4000-8000-canary000001';
export const EXPIRED_TOKEN = 'a1d3c1de-0000-4000-8000-canary000002';
export const PASSWORD = 'correct horse canary';

const levels = [4, 5, 7];

const applications = Array.from({length: 7}, (_, index) =>
  application(index + 1, `app-${index + 1}`, {
    online: index % 2 === 0,
    created: NEWEST + 0.25,
    modified: NEWEST + 0.5,
  }),
);

/** 45 entries in three levels, 7 applications, a valid and an expired token. */
export const seed = {
  users: [{username: 'ann', password: PASSWORD, role: 'master'}],
  tokens: [
    {username: 'ann', name: 'good', expire: 0, token: MASTER_TOKEN},
    {username: 'ann', name: 'old', expire: 1_500_000_000_000, token: EXPIRED_TOKEN},
  ],
  error_logs: Array.from({length: 45}, (_, index) => ({
    level: levels[index % 3],
    count: 1 + index,
    src: 1,
    log_time: NEWEST - index,
    log: `line ${index}`,
    node_id: index % 2,
    node_type: index % 3,
    app_id: index % 5,
    req_id: index === 7 ? '000028800bac65d7fed03afd' : `r-${index}`,
  })),
  agents: [
    {id: 1, name: 'fra-1', applications},
    {id: 2, name: 'quiet', applications: []},
  ],
};
