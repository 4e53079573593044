import {beforeAll, describe, expect, test} from 'vitest';
import {findNginx} from '../../src/nginx/find-nginx.ts';
import {SUBJECTS} from '../../src/nginx/scenarios/index.ts';
import {type Certificates, makeCertificates} from '../../src/nginx/site/certificates.ts';
import {startSite} from '../../src/nginx/site/site.ts';

describe.skipIf(typeof findNginx() === 'string')('nginx', () => {
  let certificates: Certificates;
  beforeAll(async () => {
    certificates = await makeCertificates();
  });

  test.each(SUBJECTS.map(subject => [subject.name, subject] as const))(
    'nginx logs the expected messages in every scenario about %s',
    async (_name, subject) => {
      const site = await startSite(subject, {seed: 1, certificates});
      try {
        for (const scenario of subject.scenarios) await site.run(scenario);
        await site.nginx.quit();
        const log = await site.log();
        const missing = subject.scenarios.flatMap(({name, writes}) =>
          writes.filter(text => !log.includes(text)).map(text => `${name}: ${text}`),
        );
        expect(missing).toEqual([]);
      } finally {
        await site.stop();
      }
    },
  );
});
