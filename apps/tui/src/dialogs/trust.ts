import type {Certificate} from '../core/failure.ts';
import type {DialogIntent} from '../core/screen.ts';
import {confirmDialog} from './confirm.ts';

/** Asks whether to trust a certificate that no authority vouches for. Cancel has the focus. */
export const trustDialog = <A>(
  host: string,
  certificate: Certificate,
  trusted: (sha256: string) => A,
): DialogIntent<A> => {
  const {subject, issuer, validity, sha256} = certificate;
  return confirmDialog(
    {
      title: 'Unknown certificate',
      lines: [
        `${host} presents a certificate that is not trusted.`,
        `Subject: ${subject}`,
        `Issuer: ${issuer}`,
        `Valid: ${validity}`,
        'SHA-256:',
        // Two lines of 16 pairs.
        sha256.slice(0, 47),
        sha256.slice(48),
        "Trust it only if the gateway's operator confirms this fingerprint: anyone between could present another one.",
        'Trusted until this program ends; --pin-sha256, or pinSha256 in the profile, keeps it.',
      ],
      confirmLabel: 'trust this time',
      carryOut: async () => sha256,
    },
    trusted,
  );
};
