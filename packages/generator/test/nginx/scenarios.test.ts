import {beforeAll, describe, expect, test} from 'vitest';
import {findNginx} from '../../src/nginx/find-nginx.ts';
import {SUBJECTS} from '../../src/nginx/scenarios/index.ts';
import {type Certificates, makeCertificates} from '../../src/nginx/site/certificates.ts';
import type {Subject} from '../../src/nginx/site/scenario.ts';
import {startSite} from '../../src/nginx/site/site.ts';

const missingIn = ({scenarios}: Subject, log: string) =>
  scenarios.flatMap(scenario => {
    const missing = scenario.writes.filter(text => !log.includes(text));
    return missing.length === 0 ? [] : [{scenario, text: `${scenario.name}: ${missing.join(', ')}`}];
  });

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
        // On a busy machine, a client or a timeout may be too late for what its scenario provokes.
        for (const {scenario} of missingIn(subject, await site.log())) await site.run(scenario);
        await site.nginx.quit();
        expect(missingIn(subject, await site.log()).map(({text}) => text)).toEqual([]);
      } finally {
        await site.stop();
      }
    },
  );
});
