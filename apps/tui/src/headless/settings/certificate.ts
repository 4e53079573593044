import {X509Certificate} from 'node:crypto';
import {once} from 'node:events';
import {isIP} from 'node:net';
import {connect} from 'node:tls';
import type {Certificate} from '../../core/failure.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';

const DEADLINE_MS = 10_000;

/** The certificate that a server presents. No request is sent, and it is not checked. Undefined for http. */
export const presentedCertificate = async (url: string, signal: AbortSignal): Promise<Certificate | undefined> => {
  const {protocol, hostname, port} = new URL(url);
  if (protocol !== 'https:') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port === '' ? 443 : port),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && {servername: host}),
  });
  try {
    await once(socket, 'secureConnect', {signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])});
    const raw = socket.getPeerCertificate().raw;
    const {subject, issuer, validFromDate, validToDate, fingerprint256} = new X509Certificate(raw);
    const day = (date: Date): string => date.toISOString().slice(0, 10);
    return {
      ...{subject: oneLine(subject), issuer: oneLine(issuer), sha256: fingerprint256},
      validity: `${day(validFromDate)} to ${day(validToDate)}`,
    };
  } catch (error) {
    signal.throwIfAborted();
    const {code, name} = error as NodeJS.ErrnoException;
    const reason = code ?? (name === 'AbortError' ? 'no response in time' : name);
    throw new CommandError('unreachable', `${host} does not present a certificate: ${sanitise(reason)}`);
  } finally {
    socket.destroy();
  }
};

const oneLine = (text: string): string => sanitise(text.replaceAll('\n', ', '));
