import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceNames } from '../../contract/vocabulary';
import type { Data } from '../db/data';
import { serverKey } from './serverKeys';

/*
 * A cookie names the people who signed in on a device before. It gives no access: it only gives the device its own
 * count of failures, so that nobody else can use up the attempts of a person (quality.md, Lock-out).
 */

const name = 'rasd_device';
const lastsSeconds = 180 * 24 * 3_600;
/** Maximum people that one device remembers, the last ones: the size of a cookie is limited. */
const maxPeople = 20;
const maxCharacters = 2_000;

interface Device {
  id: string;
  /** The numbers of the accounts and the time of expiry, in seconds since 1970; the last sign-in first. */
  people: [userId: number, until: number][];
}

const signatureOf = (content: string, key: string) => createHmac('sha256', key).update(content).digest();

/** The device of a request; null without a valid cookie. */
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
  /** The id of the device if this account has signed in on it before; else null. */
  idFor(userId: number | undefined): string | null;
  /** The cookie after this account has signed in. */
  cookieWith(userId: number, isSecure: boolean): string;
}

/** The device of a request, by its `Cookie` header. */
export async function deviceOf(data: Data, header: string | undefined): Promise<KnownDevice> {
  const key = await serverKey(data, name);
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
      // Without a path, so that it belongs to the folder of the sign-in call, wherever a proxy puts the API.
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

/** The first match counts, because most browsers also name other browsers. */
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

/** The name of a browser as people know it, from `User-Agent`; no text of the header is used. Never fails. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, 500) ?? '';
  const named = (kinds: typeof browsers) => kinds.find(([pattern]) => pattern.test(text))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return deviceNames.on(browser, system);
  return browser ?? system ?? deviceNames.unknown;
}
