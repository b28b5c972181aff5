import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceNames } from '../../contract/vocabulary';
import type { Data } from '../db/data';
import { serverKey } from './serverKeys';

/*
 * The cookie lists the users who have signed in on a device. It gives no access. Each device has its own
 * counter of failures, so that other people cannot use up the attempts of these users (quality.md,
 * Lock-out).
 */

const cookieName = 'rasd_device';
const maxAgeSeconds = 180 * 24 * 3_600;
/** The size of a cookie is limited. */
const maxUsers = 20;
const maxCookieLength = 2_000;

interface Device {
  id: string;
  /** Account ids with expiry times in seconds since 1970; the latest sign-in is first. */
  people: [userId: number, until: number][];
}

const sign = (content: string, key: string) => createHmac('sha256', key).update(content).digest();

function readDevice(header: string | undefined, key: string): Device | null {
  const cookie = header?.split(';').find((pair) => pair.trim().startsWith(`${cookieName}=`));
  const value = cookie?.trim().slice(cookieName.length + 1) ?? '';
  if (value === '' || value.length > maxCookieLength) return null;
  const [content = '', signature = ''] = value.split('.');
  const givenSignature = Buffer.from(signature, 'base64url');
  const expected = sign(content, key);
  if (givenSignature.length !== expected.length || !timingSafeEqual(givenSignature, expected)) return null;
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Device;
}

interface RequestDevice {
  /** Null if the account has never signed in on the device. */
  idFor(userId: number | undefined): string | null;
  cookieWith(userId: number, isSecure: boolean): string;
}

export async function loadDevice(data: Data, header: string | undefined): Promise<RequestDevice> {
  const key = await serverKey(data, cookieName);
  const device = readDevice(header, key) ?? { id: randomBytes(12).toString('base64url'), people: [] };
  const now = Math.floor(data.now().getTime() / 1_000);
  const people = device.people.filter(([, until]) => until > now);
  return {
    idFor: (userId) => (people.some(([id]) => id === userId) ? device.id : null),
    cookieWith(userId, isSecure) {
      const otherPeople = people.filter(([id]) => id !== userId);
      const updatedDevice: Device = {
        id: device.id,
        people: [[userId, now + maxAgeSeconds] as [number, number], ...otherPeople].slice(0, maxUsers),
      };
      const content = Buffer.from(JSON.stringify(updatedDevice)).toString('base64url');
      const value = `${content}.${sign(content, key).toString('base64url')}`;
      // Without a path, the cookie applies to the folder of the sign-in endpoint. This also works behind a
      // proxy that adds a prefix.
      const attributes = [
        `Max-Age=${maxAgeSeconds}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ];
      return [`${cookieName}=${value}`, ...attributes].join('; ');
    },
  };
}

/** The first match counts, because most user agents also contain the names of other browsers. */
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

/** Built from `User-Agent`, but never contains text of the header. Never throws. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, 500) ?? '';
  const findName = (kinds: typeof browsers) => kinds.find(([pattern]) => pattern.test(text))?.[1];
  const browser = findName(browsers);
  const system = findName(systems);
  if (browser && system) return deviceNames.on(browser, system);
  return browser ?? system ?? deviceNames.unknown;
}
