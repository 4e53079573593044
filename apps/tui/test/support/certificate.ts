import {generate} from 'selfsigned';

/** Self-signed, for 127.0.0.1, in PEM format. Valid from 2024-01-01 until tomorrow. */
export const makeCertificate = async (...hosts: readonly string[]) => {
  const {private: key, cert} = await generate([{name: 'commonName', value: 'gateway.test'}], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date('2024-01-01'),
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      {name: 'basicConstraints', cA: true},
      {
        name: 'subjectAltName',
        altNames: [{type: 7, ip: '127.0.0.1'}, ...hosts.map(value => ({type: 2 as const, value}))],
      },
    ],
  });
  return {key, cert};
};
