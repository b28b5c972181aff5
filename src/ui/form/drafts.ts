/** Typed values that were not saved, kept on the device for one person and one screen. */
export interface Draft {
  values: Record<string, unknown>;
  /** ISO 8601. */
  at: string;
  /** Of the record that they were typed over, where it has one. */
  version?: number;
}

const prefix = 'rasd.draft';
const secret = /password/i;

export const draftKey = (userId: string | number, place: string) => `${prefix}.${userId}.${place}`;

export const readDraft = (key: string): Draft | null => draftIn(localStorage.getItem(key));

/** What stands in the storage as a draft; null where it is none. */
export function draftIn(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    if (typeof draft !== 'object' || draft === null || !('values' in draft)) return null;
    return draft as Draft;
  } catch {
    return null;
  }
}

/** Keeps what is not a secret; null when nothing is left of it. A full device is not the person's concern. */
export function keepDraft(
  key: string,
  values: Record<string, unknown>,
  now: Date,
  version?: number,
): Draft | null {
  const kept = Object.entries(values).filter(([name]) => !secret.test(name));
  if (kept.length === 0) return null;
  const draft: Draft = {
    values: Object.fromEntries(kept),
    at: now.toISOString(),
    ...(version === undefined ? {} : { version }),
  };
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return draft;
  } catch {
    return null;
  }
}

export function forgetDraft(key: string) {
  localStorage.removeItem(key);
}
