import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceNames } from '../../contract/vocabulary';
import type { Data } from '../db/engine/connection';

/*
 * A device says by a cookie who signed in on it before. It opens nothing: whoever has it only has failures of its own
 * to count, so that nobody else can use up the attempts of the person (quality.md, Lock-out).
 */

const name = 'rasd_device';
const lastsSeconds = 180 * 24 * 3_600;
/** So many people are known on one device, the last ones: a cookie has little room. */
const maxPeople = 20;
const maxCharacters = 2_000;

interface Device {
  id: string;
  /** Whose it is: the number of the account, and until when, in seconds since 1970; the last sign-in first. */
  people: [userId: number, until: number][];
}

/** The key of all servers of a database, made when it is first asked for. */
async function signingKey(data: Data): Promise<string> {
  const stored = () =>
    data.read.selectFrom('server_keys').select('value').where('name', '=', name).executeTakeFirst();
  const known = await stored();
  if (known) return known.value;
  const value = randomBytes(32).toString('base64url');
  // Of two servers that begin at once, the second keeps what the first has written.
  await data.writeUnlogged((trx) =>
    trx
      .insertInto('server_keys')
      .values({ name, value })
      .onConflict((on) => on.column('name').doNothing())
      .execute(),
  );
  return (await stored())?.value ?? value;
}

const signatureOf = (content: string, key: string) => createHmac('sha256', key).update(content).digest();

/** What a request knows of its device; null without a cookie of ours. */
function readDevice(header: string | undefined, key: string): Device | null {
  const cookie = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  const value = cookie?.trim().slice(name.length + 1) ?? '';
  if (value === '' || value.length > maxCharacters) return null;
  const [content = '', signature = ''] = value.split('.');
  const sent = Buffer.from(signature, 'base64url');
  const expected = signatureOf(content, key);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Device;
}

interface KnownDevice {
  /** The device, where this account has signed in on it before; else null. */
  idFor(userId: number | undefined): string | null;
  /** The cookie that says that this account signed in here too. */
  cookieWith(userId: number, isSecure: boolean): string;
}

/** The device of a request, by its `Cookie` header. */
export async function deviceOf(data: Data, header: string | undefined): Promise<KnownDevice> {
  const key = await signingKey(data);
  const device = readDevice(header, key) ?? { id: randomBytes(12).toString('base64url'), people: [] };
  const now = Math.floor(data.now().getTime() / 1_000);
  const people = device.people.filter(([, until]) => until > now);
  return {
    idFor: (userId) => (people.some(([id]) => id === userId) ? device.id : null),
    cookieWith(userId, isSecure) {
      const others = people.filter(([id]) => id !== userId);
      const known: Device = {
        id: device.id,
        people: [[userId, now + lastsSeconds] as [number, number], ...others].slice(0, maxPeople),
      };
      const content = Buffer.from(JSON.stringify(known)).toString('base64url');
      const value = `${content}.${signatureOf(content, key).toString('base64url')}`;
      // Without a path: that of the sign-in, whichever folder the proxy has put the API in.
      const attributes = [
        `Max-Age=${lastsSeconds}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ];
      return [`${name}=${value}`, ...attributes].join('; ');
    },
  };
}

/** The first that fits counts: most browsers also name the ones whose pages they want to be served. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser as people know it, from what it sends as `User-Agent`; nothing of the header itself. Never fails. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, 500) ?? '';
  const named = (kinds: typeof browsers) => kinds.find(([pattern]) => pattern.test(text))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return deviceNames.on(browser, system);
  return browser ?? system ?? deviceNames.unknown;
}
