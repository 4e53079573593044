import type {Credential, Tag} from '../contract.ts';
import {SESSION_SECONDS} from '../values.ts';

export const INTRODUCTION: string = `The administration interface of an edge gateway platform: API tokens, login, error logs, and the applications of agents.

**Two sites.** The admin site serves administration paths, the console serves \`/api/agents\`: another host, with other API tokens.

**Responses.** Every body is JSON in an envelope: \`status\` is 0 on success; any other value is a failure that \`msg\` describes. A gateway reports failures in one of two forms, and a client has to read both:

- with the HTTP status of the failure and the envelope as the body (the reference server with \`--errors http\`, its default);
- with HTTP 200 and the same envelope (\`--errors envelope\`).

**Paths** may end with a slash. A GET path accepts HEAD. An empty query parameter is ignored like an absent one, and so is an unknown one; an unknown field of a body is refused. Bodies are parsed as JSON with any Content-Type.`;

export const TAGS: Readonly<Record<Tag, string>> = {
  'API tokens': 'Secrets that let a program call the interface without account and password.',
  Session: `Login and logout. A session is valid for ${SESSION_SECONDS.standard / 3600} hours, or for ${SESSION_SECONDS.remembered / 86_400} days with \`remember\`, which is the maximum.`,
  'Error logs': 'Entries that the log server collected.',
  Agents: 'The console: agents and their applications.',
};

export const CREDENTIALS: Readonly<Record<Credential, string>> = {
  'api-token': 'An API token from `createApiToken`; valid until its `expire`.',
  session: 'The session token in `data.edge-token` of the login response.',
};
