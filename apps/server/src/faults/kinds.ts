import {z} from 'zod';
import {cutOff, reset} from './connection.ts';
import {contentType, truncated} from './content.ts';
import type {FaultKind} from './fault.ts';
import {repeatedPage, sortOrder, swappedPages} from './pages.ts';
import {envelope, rateLimit, status, unauthorized} from './refusals.ts';
import {emptyObject, noMeta, repeatedRows, shuffledRows} from './rows.ts';
import {delay, drip, hang} from './timing.ts';

/** Every kind of fault, by name. */
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
} as const;

type Schemas = (typeof FAULT_KINDS)[keyof typeof FAULT_KINDS]['schema'];
/** A fault as it is written: what has a default may be absent. */
export type FaultInput = z.input<Schemas>;
export type Fault = z.output<Schemas>;

const schemas = Object.values(FAULT_KINDS).map(({schema}) => schema);
export const faultSchema = z.discriminatedUnion('kind', schemas as [Schemas, ...Schemas[]]);

/** The kind of a fault, as what it does. */
export const kindOf = ({kind}: Fault): FaultKind => FAULT_KINDS[kind] as unknown as FaultKind;
