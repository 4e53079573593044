import {createCipheriv, createDiffieHellmanGroup, hkdfSync, randomBytes} from 'node:crypto';
import {connectBus} from './dbus.ts';

const INTERFACE = 'org.gnome.keyring.internal.Prompter.Callback';

/** Encrypts a password for the keyring, which sent `exchange` (sx-aes-1 of gcr: a Diffie-Hellman key, AES-128-CBC). */
const encryptor = () => {
  const own = createDiffieHellmanGroup('modp5');
  const lines = (values: Readonly<Record<string, Buffer>>): string =>
    `[sx-aes-1]\n${Object.entries(values)
      .map(([name, value]) => `${name}=${value.toString('base64')}\n`)
      .join('')}`;
  const publicKey = own.generateKeys();
  return {
    first: lines({public: publicKey}),
    encrypt: (exchange: string, password: string): string => {
      const [, other = ''] = exchange.match(/^public=(.*)$/m) ?? [];
      const shared = own.computeSecret(Buffer.from(other, 'base64'));
      const ikm = Buffer.concat([Buffer.alloc(own.getPrime().length - shared.length), shared]);
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-128-cbc', Buffer.from(hkdfSync('sha256', ikm, '', '', 16)), iv);
      const secret = Buffer.concat([cipher.update(password), cipher.final()]);
      return lines({public: publicKey, secret, iv});
    },
  };
};

/**
 * Answers the keyring's prompts as the desktop does, until the test ends. `answer` returns the password, or undefined to
 * cancel.
 */
export const answerPrompts = async (address: string, answer: () => string | undefined): Promise<void> => {
  let exchange = encryptor();
  const call = await connectBus(
    address,
    'org.gnome.keyring.SystemPrompter',
    ({member, sender, texts: [path = '', , keyringExchange = '']}) => {
      const back = {destination: sender, path, interface: INTERFACE};
      const ready = (reply: string, text: string): void =>
        call({...back, member: 'PromptReady', signature: 'sa{sv}s', values: [reply, text]});
      if (member === 'BeginPrompting') {
        exchange = encryptor();
        ready('', exchange.first);
      } else if (member === 'PerformPrompt') {
        const password = answer();
        if (password === undefined) ready('no', '');
        else ready('yes', exchange.encrypt(keyringExchange, password));
      } else if (member === 'StopPrompting') call({...back, member: 'PromptDone', signature: '', values: []});
    },
  );
};
