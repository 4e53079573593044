import {dnsDown, expiredCertificate} from './certificates-and-names.ts';
import {abusiveClient, virtualHost} from './clients-and-hosts.ts';
import {badDeploy, reloadStorm} from './deploys.ts';
import type {Failure, Parts, Silence} from './kind.ts';
import {oneNode, silence} from './nodes-and-silence.ts';
import {diskFull, sharedMemory} from './resources.ts';
import {badUpstream, slowDependency} from './upstreams.ts';

export const KINDS = {
  'bad-upstream': badUpstream,
  'bad-deploy': badDeploy,
  'abusive-client': abusiveClient,
  'expired-certificate': expiredCertificate,
  'one-node': oneNode,
  'reload-storm': reloadStorm,
  'dns-down': dnsDown,
  'slow-dependency': slowDependency,
  'shared-memory': sharedMemory,
  'disk-full': diskFull,
  'virtual-host': virtualHost,
  silence,
} as const satisfies Record<string, (parts: Parts) => Failure | Silence>;

export type IncidentKind = keyof typeof KINDS;

export const INCIDENT_KINDS = Object.keys(KINDS) as readonly IncidentKind[];
