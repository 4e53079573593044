import * as z from 'zod';
import {contentType, emptyObject, noMeta, repeatedRows, shuffledRows, truncated} from './body.ts';
import {cutOff, reset} from './connection.ts';
import type {FaultKind} from './fault.ts';
import {
  escapedJson,
  ignoredParameters,
  oddRow,
  pageSize,
  redirect,
  retention,
  secondFactor,
  unstableCount,
} from './gateways.ts';
import {repeatedPage, sortOrder, swappedPages} from './pages.ts';
import {envelope, rateLimit, status, unauthorized} from './refusals.ts';
import {delay, drip, hang} from './timing.ts';

export const FAULT_KINDS = {
  status,
  envelope,
  unauthorized,
  'rate-limit': rateLimit,
  delay,
  hang,
  drip,
  reset,
  'cut-off': cutOff,
  truncated,
  'content-type': contentType,
  'repeated-rows': repeatedRows,
  'shuffled-rows': shuffledRows,
  'repeated-page': repeatedPage,
  'swapped-pages': swappedPages,
  'sort-order': sortOrder,
  'empty-object': emptyObject,
  'no-meta': noMeta,
  redirect,
  'second-factor': secondFactor,
  'ignored-parameters': ignoredParameters,
  'page-size': pageSize,
  retention,
  'unstable-count': unstableCount,
  'odd-row': oddRow,
  'escaped-json': escapedJson,
} as const;

type Schemas = (typeof FAULT_KINDS)[keyof typeof FAULT_KINDS]['schema'];
/** A fault as written: fields with a default are optional. */
export type FaultInput = z.input<Schemas>;
/** A parsed fault, with defaults applied. */
export type Fault = z.output<Schemas>;

const schemas = Object.values(FAULT_KINDS).map(({schema}) => schema);
export const faultSchema = z.discriminatedUnion('kind', schemas as [Schemas, ...Schemas[]]);

export const kindOf = ({kind}: Fault): FaultKind => FAULT_KINDS[kind] as unknown as FaultKind;
