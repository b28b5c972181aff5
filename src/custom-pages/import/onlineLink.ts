/** What a link to an online spreadsheet names. */
export interface OnlineSheet {
  sheet_id: string;
  gid?: string;
}

/** Spec 2 §5. */
const leastIdLength = 20;

/** The spreadsheet of a link, or of an id alone; null when it holds no id of at least twenty characters. */
export function onlineSheetOf(link: string): OnlineSheet | null {
  const text = link.trim();
  const id = /\/d\/([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]+$/.test(text) ? text : null);
  if (id === null || id.length < leastIdLength || id.length > 200) return null;
  const gid = /[?#&]gid=(\d{1,15})(?!\d)/.exec(text)?.[1];
  return { sheet_id: id, ...(gid === undefined ? {} : { gid }) };
}
