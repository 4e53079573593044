import type {OperationId} from '../contract.ts';
import {SESSION_SECONDS} from '../values.ts';

export const INTRODUCTION: string = `The administration interface of an edge gateway platform: API tokens, login, error logs, and the applications of agents.

**Two sites.** Administration paths are served by the admin site, console paths (\`/api/agents\`) by the console: another host, with API tokens of its own.

**Answers.** Every body is JSON in an envelope: \`status\` is 0 on success, any other value is a failure that \`msg\` describes. A gateway reports failures in one of two ways, and a client has to read both:

- with the HTTP status that fits, and the envelope as the body (the reference server with \`--errors http\`, its default);
- with HTTP 200 and the same envelope (\`--errors envelope\`).

**Paths** may end with a slash. A GET path answers HEAD too. An empty query parameter counts as an absent one, an unknown one is ignored; an unknown field of a body is refused. Bodies are read as JSON whatever their Content-Type.`;

export const TAGS = {
  'API tokens': 'Secrets that let a program call the interface without account and password.',
  Session: `Signing in and out. A session lasts ${SESSION_SECONDS.standard / 3600} hours, or ${SESSION_SECONDS.remembered / 86_400} days when it is to be remembered, and never longer.`,
  'Error logs': 'What the log server collected.',
  Agents: 'The console: agents and the applications that they found.',
} as const;
export type Tag = keyof typeof TAGS;

export const CREDENTIALS = {
  'api-token': 'An API token, made by `createApiToken`; valid until its `expire`.',
  session: 'The session token that login answers in `data.edge-token`.',
} as const;

/** Where an operation belongs, and what its summary leaves out. */
export const OPERATIONS: {readonly [Id in OperationId]: {readonly tag: Tag; readonly description: string}} = {
  listApiTokens: {
    tag: 'API tokens',
    description: 'Tokens in pages, or between two offsets, without their secrets. No answer has more than 1,000 rows.',
  },
  getApiToken: {tag: 'API tokens', description: 'One token, without its secret.'},
  createApiToken: {
    tag: 'API tokens',
    description: 'Makes a token that belongs to the caller. This answer alone has its secret.',
  },
  updateApiToken: {
    tag: 'API tokens',
    description: 'Changes name or expiry; what is absent stays as it is. A changed `expire` counts at once.',
  },
  deleteApiToken: {tag: 'API tokens', description: 'Removes a token, which is refused from then on.'},
  login: {
    tag: 'Session',
    description: 'Answers a session token. A `login_2fa` that is not empty means that a second factor is still due.',
  },
  logout: {
    tag: 'Session',
    description: 'Ends the session whose token is sent, and no other. The reference server takes a POST too.',
  },
  listErrorLogs: {
    tag: 'Error logs',
    description:
      'Entries that meet all filters. The reference server sends the newest first (`log_time`, then `id`, descending) and 1,000 rows at most; the order of other gateways is not described.',
  },
  listApplications: {
    tag: 'Agents',
    description: 'Applications found on an agent; 1,000 at most from the reference server. The answer has no total.',
  },
  listAgents: {
    tag: 'Agents',
    description: 'Agents of the console. A call that consoles have without describing its answer; it may be missing.',
  },
};
