import {LEVELS, NODE_TYPES, SESSION_SECONDS} from '../values.ts';
import type {ShapeName} from './shapes.ts';

const listed = (names: readonly string[]): string => names.map((name, value) => `${value} ${name}`).join(', ');

const created = 'Creation time, Unix seconds with fraction.';
const modified = 'Time of the last modification, Unix seconds with fraction.';
const dated = 'Date and time, `YYYY-MM-DD HH:MM:SS.ffffff`.';
const page = 'Page, counted from 1.';
const pageSize = 'Rows of a page. 0 answers no rows and the real `meta.count`: the cheap way to count.';
const detail = 'Accepted; what it changes is not described.';

const apiToken = {
  id: 'Identifier of the token record.',
  uid: 'Identifier of the owning user.',
  name: 'Label of the token.',
  expire: 'Milliseconds since the epoch; 0 = never expires.',
  _created_unix: created,
  _modified_unix: modified,
};
const tokenBody = {
  name: 'Label of the token; spaces around it are cut, and something must remain.',
  expire: 'Milliseconds since the epoch; 0 = never expires.',
};

/** What each field and query parameter means, with unit and limits. */
export const DESCRIPTIONS: {readonly [Name in ShapeName]: Readonly<Record<string, string>>} = {
  Agent: {id: 'Identifier of the agent.', name: 'Name of the agent.'},
  ApiToken: apiToken,
  Application: {
    id: 'Application identifier, unique within its agent.',
    name: 'Application name.',
    online: 'Whether the application is online.',
    processes: 'Processes of the application.',
    ports: 'Listening addresses, `<host>:<port>`.',
    version: 'Version of each component by its name; `libc` is one.',
    created,
    modified,
    cmd_line: 'Command line.',
    exe: 'Path of the executable.',
    cwd: 'Working directory.',
    pgid: 'Process group id.',
  },
  CreatedApiToken: {...apiToken, token: 'The secret value. No other answer has it.'},
  Envelope: {
    status: '0 on success. Other values are failures; they are not standardised, so do not tell them apart.',
    msg: 'What failed, in words.',
    err: 'More about a failure, of any JSON type.',
    time: 'Time of the answer, Unix seconds.',
  },
  ErrorLogEntry: {
    id: 'Entry identifier.',
    level: `Severity, smaller is more severe: ${listed(LEVELS)}. Other values may come.`,
    count: 'Occurrences. May rise after the entry was first seen.',
    src: 'Source of the entry.',
    log_time: 'Unix seconds.',
    log: 'Text of the message, untrusted.',
  },
  Failure: {
    status: 'Not 0. The values are not standardised, so do not tell them apart.',
    msg: 'What failed, in words.',
  },
  LoginResult: {
    id: 'User identifier.',
    username: 'Account name.',
    'edge-token': 'Session token, for the header `edge-token`.',
    role: 'Role of the user, such as `master`; an open set.',
    login_2fa: 'Two-factor information. Not empty: a second factor is due.',
    _created_unix: dated,
    _modified_unix: dated,
  },
  AgentListQuery: {detail},
  ApiTokenCreateBody: tokenBody,
  ApiTokenGetQuery: {detail},
  ApiTokenListQuery: {
    start: 'Offset of the first row, counted from 0. With `start` or `end`, `page` and `page_size` do not count.',
    end: 'Offset after the last row; the end of the list when absent.',
    page,
    page_size: pageSize,
    detail,
  },
  ApiTokenUpdateBody: tokenBody,
  ApplicationListQuery: {
    _page: 'Page, counted from 1. Without `_page` and `_pagesize` the whole list comes.',
    _pagesize: 'Rows of a page.',
    online: 'Any value but 0 answers the applications that are online alone.',
  },
  ErrorLogQuery: {
    node_id: 'Entries of this node.',
    node_type: `Where the error happened: ${listed(NODE_TYPES)}.`,
    level: `A threshold: entries of this level or more severe. ${listed(LEVELS)}. All levels when absent.`,
    app_id: 'Entries of this application.',
    req_id: 'Entries of this request: an integer by the contract, 24 hex characters in practice.',
    start_time: 'Entries of this time or later, Unix seconds. An extension that a gateway may ignore.',
    end_time: 'Entries of this time or earlier, Unix seconds. An extension that a gateway may ignore.',
    page,
    page_size: pageSize,
  },
  LoginBody: {
    username: 'Account name.',
    password: 'Password of the account.',
    remember: `true: the session lasts ${SESSION_SECONDS.remembered / 86_400} days instead of ${SESSION_SECONDS.standard / 3600} hours.`,
    plugin: 'Account source; `Builtin`, the one that is built in, when absent.',
  },
};
