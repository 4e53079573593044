import type {Prng} from '../prng.ts';

const words = (...lines: readonly string[]) => lines.join(' ').split(' ') as [string, ...string[]];

export const BRANDS = words('lumen norwind kestrel papaya ostrava brightbox tern mosaic quarry halyard');
export const CITIES = words('ams fra nyc sgp syd lhr gru nrt bom iad waw mad');
export const SITES = words('api www shop static auth pay search img cdn m partners help id');
export const WORDS = words(
  'cart session price quota geo token tenant menu stock coupon locale',
  'badge basket ledger invoice route banner device profile region score',
);
export const PATH_WORDS = words(
  'orders items users offers media reviews carts feeds maps tickets',
  'plans groups events drafts files labels rates notes teams logs',
);
export const PROBES = words('/.env /wp-login.php /admin/config.php /.git/config /phpmyadmin/ /cgi-bin/test');
export const FUNCTIONS = words('load apply check resolve fetch merge render select lookup');

/** Returns a name such as `cart-session.lua`. */
export const nameFrom = (prng: Prng, ending: string): string =>
  `${prng.pick(WORDS)}${prng.pick(['-', '_', ''])}${prng.pick(WORDS)}${ending}`;

export const PRIVATE_NETWORKS: readonly [(prng: Prng) => string, ...((prng: Prng) => string)[]] = [
  prng => `10.${prng.int(0, 60)}.${prng.int(0, 255)}.${prng.int(2, 254)}`,
  prng => `172.${prng.int(16, 31)}.${prng.int(0, 255)}.${prng.int(2, 254)}`,
  prng => `192.168.${prng.int(0, 255)}.${prng.int(2, 254)}`,
];
