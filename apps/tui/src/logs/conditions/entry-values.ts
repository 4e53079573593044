import {parseLine} from '@edge-console/patterns';
import type {ErrorLogEntry} from '@edge-console/schema';

/** The limit of the pattern miner, in UTF-16 code units. Longer messages are not compared with a template. */
const MAX_MESSAGE = 3_000;

/** The pattern miner reads only the first line. */
export const messageLine = ({log}: Pick<ErrorLogEntry, 'log'>): string => {
  const [first = ''] = parseLine(log).message.slice(0, MAX_MESSAGE).trimStart().split('\n', 1);
  return first;
};

/** Matches a request id, such as `000028800bac65d7fed03afd` (docs/field-facts.md#11), as a whole word. */
const REQUEST_ID = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/g;
const MAX_IDS = 8;
/**
 * Field names under which some gateways send the request id. The contract has no such field
 * (docs/contract.md#error-logs).
 */
const FIELDS = ['req_id', 'request_id'];

/** Returns the request ids of an entry. They are taken from the message if no field has one. */
export const requestIdsOf = ({raw, log}: ErrorLogEntry): readonly string[] => {
  const sent = FIELDS.map(name => raw[name]).find(value => typeof value === 'string' || typeof value === 'number');
  if (sent !== undefined && sent !== '') return [String(sent)];
  return [...new Set(log.slice(0, 16_384).match(REQUEST_ID) ?? [])].slice(0, MAX_IDS);
};
