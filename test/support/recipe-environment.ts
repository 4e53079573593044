import {makeCertificate} from '../../packages/client/test/support/certificates.ts';
import {startGateway} from '../../packages/client/test/support/gateway.ts';
import {MASTER_TOKEN, PASSWORD, seed} from '../../packages/client/test/support/seed.ts';
import {respondJson, serveHttp} from '../../packages/client/test/support/serve.ts';
import {serveProxy} from '../../packages/client/test/support/test-proxy.ts';

/** Starts what the recipes need: the server over http and https, a proxy, and two faulty gateways. */
export const startEnvironment = async () => {
  const pems = await makeCertificate();
  const [plain, tls] = await Promise.all([startGateway({seed}), startGateway({seed, tls: pems})]);
  let busy = 0;
  const env = {
    BASE_URL: plain.url,
    TLS_URL: tls.url,
    TLS_FINGERPRINT: pems.fingerprint256,
    API_TOKEN: MASTER_TOKEN,
    USERNAME: 'ann',
    PASSWORD,
    PROXY_URL: `http://${(await serveProxy({to: plain.url})).host}`,
    SILENT_URL: await serveHttp(() => {}),
    BUSY_URL: await serveHttp((request, response) =>
      respondJson({status: busy === 0 ? 1 : 0}, busy++ === 0 ? 503 : 200)(request, response),
    ),
  };
  return {
    env,
    async [Symbol.asyncDispose]() {
      await Promise.all([plain.stop(), tls.stop()]);
    },
  };
};
