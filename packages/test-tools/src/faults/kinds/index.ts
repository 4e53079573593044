import * as z from 'zod';
import type {FaultKind} from '../fault.ts';
import {BODY_FAULTS} from './body.ts';
import {CONNECTION_FAULTS} from './connection.ts';
import {GATEWAY_FAULTS} from './gateways.ts';
import {PAGE_FAULTS} from './pages.ts';
import {REFUSALS} from './refusals.ts';
import {TIMING_FAULTS} from './timing.ts';

export const KINDS = [
  ...REFUSALS,
  ...TIMING_FAULTS,
  ...CONNECTION_FAULTS,
  ...BODY_FAULTS,
  ...PAGE_FAULTS,
  ...GATEWAY_FAULTS,
] as const;

type Schemas = (typeof KINDS)[number]['schema'];
/** A fault before it is parsed. */
export type FaultInput = z.input<Schemas>;
export type Fault = z.output<Schemas>;

const schemas = KINDS.map(({schema}) => schema);
export const faultSchema = z.discriminatedUnion('kind', schemas as [Schemas, ...Schemas[]]);

const BY_NAME = new Map(KINDS.map(kind => [kind.kind as string, kind as unknown as FaultKind]));

export const kindOf = ({kind}: Fault): FaultKind => BY_NAME.get(kind) as FaultKind;
