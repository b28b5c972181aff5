import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { GuardianLink } from '../../contract/families/guardianLinks';
import { chunks } from '../db/engine/chunks';
import type { Change, FindExisting, FollowUp, UnitOfWork } from '../db/log/unitOfWork';
import type { Db, Row } from '../db/schema';
import { findRowsWhere } from '../db/undo/restoreConflict';

const dayMs = 24 * 3_600_000;
export const linkLifetime = 90 * dayMs;

// Excludes letters that look alike, because the address is also typed from the slip.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 26 of 31 letters: 128.8 bits of entropy. */
const codeLength = 26;
export const codePattern = /^[a-z2-9]{26}$/;
const pinLength = 6;

export interface LinkSecret {
  code: string;
  pin: string;
}

export const createLinkSecret = (): LinkSecret => ({
  code: Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  pin: String(randomInt(10 ** pinLength)).padStart(pinLength, '0'),
});

export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/**
 * The key is the code, which the database does not have. So a stolen database does not give the PIN, although
 * there are only a million PINs. The hash is fast enough for 2,000 links at once.
 */
const hashPin = ({ code, pin }: LinkSecret): Buffer => createHmac('sha256', code).update(pin).digest();

export const hashSecret = (secret: LinkSecret) => ({
  code_hash: hashCode(secret.code),
  pin_hash: hashPin(secret).toString('hex'),
});

/** @param pinHash null for an unknown code, which takes the same time */
export function isPinOf(pinHash: string | null, secret: LinkSecret): boolean {
  const expected = Buffer.from(pinHash ?? '0'.repeat(64), 'hex');
  return timingSafeEqual(expected, hashPin(secret)) && pinHash !== null;
}

export const expiryAfter = (now: Date): string => new Date(now.getTime() + linkLifetime).toISOString();

const chunkSize = 500;

/** Also expired links, by guardian. */
export async function loadLinks(db: Db, guardianIds: readonly number[]): Promise<Map<number, GuardianLink>> {
  const links = new Map<number, GuardianLink>();
  for (const chunk of chunks(guardianIds, chunkSize)) {
    const rows = await db
      .selectFrom('guardian_links')
      .innerJoin('guardian_link_codes', 'guardian_link_codes.link_id', 'guardian_links.id')
      .select(['guardian_links.guardian_id', 'guardian_links.created_at'])
      .select(['guardian_link_codes.expires_at', 'guardian_link_codes.last_used_at'])
      .where('guardian_links.guardian_id', 'in', chunk)
      .execute();
    for (const { guardian_id, ...link } of rows) links.set(guardian_id, link);
  }
  return links;
}

export const isLive = (link: GuardianLink | undefined, now: Date): boolean =>
  link !== undefined && link.expires_at > now.toISOString();

export async function removeLinks(unit: UnitOfWork, guardianIds: readonly number[]): Promise<void> {
  for (const chunk of chunks(guardianIds, chunkSize)) {
    const rows = await unit.trx
      .selectFrom('guardian_links')
      .select('id')
      .where('guardian_id', 'in', chunk)
      .orderBy('id')
      .execute();
    await unit.remove(
      'guardian_links',
      rows.map(({ id }) => id),
    );
  }
}

type Phones = Pick<Row<'guardians'>, 'phone' | 'phone_key' | 'second_phone' | 'second_phone_key'>;

/** Equal for two spellings of the same numbers. */
export const formatPhones = ({ phone, phone_key, second_phone, second_phone_key }: Phones): string =>
  [phone_key ?? phone, second_phone_key ?? second_phone].map((number) => number ?? '').join('|');

/** Another number may belong to another person, so the link ends. An undo of the change restores both. */
async function removeOutdatedLinks(unit: UnitOfWork, guardianIds: readonly number[]): Promise<void> {
  const outdated: number[] = [];
  for (const chunk of chunks(guardianIds, chunkSize)) {
    const rows = await unit.trx
      .selectFrom('guardian_links')
      .innerJoin('guardians', 'guardians.id', 'guardian_links.guardian_id')
      .select(['guardians.id', 'phones', 'phone', 'phone_key', 'second_phone', 'second_phone_key'])
      .where('guardians.id', 'in', chunk)
      .execute();
    outdated.push(...rows.flatMap((row) => (row.phones === formatPhones(row) ? [] : [row.id])));
  }
  await removeLinks(unit, outdated);
}

/** The guardians whose numbers or links a write has changed. */
export const removeLinksOfOtherPhones = (unit: UnitOfWork): Promise<void> =>
  removeOutdatedLinks(unit, findLinkedGuardians(unit));

const findLinkedGuardians = (unit: Pick<UnitOfWork, 'changed'>): number[] => [
  ...new Set([
    ...unit.changed('guardians').flatMap(({ before, after }) => (before && after ? [after.id] : [])),
    ...unit.changed('guardian_links').flatMap(({ after }) => (after ? [after.guardian_id] : [])),
  ]),
];

/** In a chunked undo, a later chunk may restore the numbers of a restored link. */
export const linkFollowUp: FollowUp = {
  columns: { guardian_links: 'guardian_id' },
  find: async (_db, unit) => [
    ...new Set(
      unit.changed('guardian_links').flatMap(({ before, after }) => (before ?? after)?.guardian_id ?? []),
    ),
  ],
  run: removeOutdatedLinks,
  isChunkedOnly: true,
};

/** A link that was made later stays, because a guardian has one link. */
export async function selectLinks(
  _findExisting: FindExisting,
  rows: readonly Change[],
  db: Db,
): Promise<readonly Change[]> {
  const guardians = rows.map(({ before }) => Number(before?.['guardian_id']));
  const stored = await findRowsWhere(db, 'guardian_links', 'guardian_id', guardians);
  const linked = new Set(stored.map((row) => Number(row['guardian_id'])));
  return rows.filter(({ before }) => !linked.has(Number(before?.['guardian_id'])));
}
