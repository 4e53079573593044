import {parseLine} from '@edge-console/patterns';
import type {ErrorLogEntry} from '@edge-console/schema';

/** UTF-16 code units. The pattern miner reads no more of a message. */
const MAX_MESSAGE = 3_000;

/** The pattern miner reads only the first line. */
export const messageLine = ({log}: Pick<ErrorLogEntry, 'log'>): string => {
  const [first = ''] = parseLine(log).message.slice(0, MAX_MESSAGE).trimStart().split('\n', 1);
  return first;
};

/** Matches a request id (docs/field-facts.md#11) as a whole word. */
const REQUEST_ID = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/g;
const MAX_IDS = 8;
/** Some gateways send the request id in one of these fields, which docs/contract.md#error-logs does not have. */
const FIELDS = ['req_id', 'request_id'];

export const requestIdsOf = ({raw, log}: ErrorLogEntry): readonly string[] => {
  const sent = FIELDS.map(name => raw[name]).find(value => typeof value === 'string' || typeof value === 'number');
  if (sent !== undefined && sent !== '') return [String(sent)];
  return [...new Set(log.slice(0, 16_384).match(REQUEST_ID) ?? [])].slice(0, MAX_IDS);
};
