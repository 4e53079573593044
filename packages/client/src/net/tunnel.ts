import {request} from 'node:http';
import type {Socket} from 'node:net';
import {ConnectFailure, type ConnectLimits, openTcp, openTls, type Target, whenReady} from './connect.ts';
import type {HttpProxy} from './proxy.ts';

/** Rejects with a {@link ConnectFailure} of kind `proxy` or `timeout`. */
export const openProxy = async (proxy: HttpProxy, limits: ConnectLimits): Promise<Socket> => {
  const target = {host: proxy.host, port: proxy.port};
  try {
    return await (proxy.secure ? openTls(target, {trust: {kind: 'authorities'}}, limits) : openTcp(target, limits));
  } catch (error) {
    throw asProxyFailure(error);
  }
};

/** Sends a CONNECT request (RFC 9110, 9.3.6). */
export const openTunnel = async (target: Target, proxy: HttpProxy, limits: ConnectLimits): Promise<Socket> => {
  const socket = await openProxy(proxy, limits);
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  try {
    return await whenReady(socket, limits, done => {
      const connect = request({
        method: 'CONNECT',
        path: authority,
        headers: {host: authority, ...(proxy.authorization && {'proxy-authorization': proxy.authorization})},
        createConnection: () => socket,
      });
      connect.on('connect', ({statusCode = 0}, _, head) => {
        if (head.length > 0) socket.unshift(head);
        done(statusCode >= 200 && statusCode < 300 ? undefined : new ConnectFailure('proxy', String(statusCode)));
      });
      connect.on('error', done).end();
    });
  } catch (error) {
    throw asProxyFailure(error);
  }
};

const asProxyFailure = (error: unknown): unknown => {
  if (error instanceof ConnectFailure && error.kind !== 'untrusted') return error;
  const reason = error instanceof ConnectFailure ? error.reason : (error as NodeJS.ErrnoException).code;
  return new ConnectFailure('proxy', reason ?? 'FAILED');
};
