import { instituteDay } from '../../db/institute';
import type { Db } from '../../db/schema';
import { paperData, type PaperContent } from './paperData';
import type { TypesetRequest } from './typesetterProcess';
import { typeset } from './typesetter';

/** A data URL of the settings as bytes. */
function pictureOf(logo: string | null): TypesetRequest['logo'] {
  const found = /^data:image\/(png|jpeg);base64,(.+)$/s.exec(logo ?? '');
  if (!found) return null;
  return { kind: found[1] === 'png' ? 'png' : 'jpg', bytes: Buffer.from(found[2] ?? '', 'base64') };
}

/** What stands at the head of every paper. */
export interface Letterhead {
  institute: string;
  logo: TypesetRequest['logo'];
  /** Where the institute is. */
  today: string;
}

export async function letterhead(db: Db, now: Date): Promise<Letterhead> {
  const settings = await db.selectFrom('settings').select(['institute_name', 'logo']).executeTakeFirst();
  const { today } = await instituteDay(db, now);
  return { institute: settings?.institute_name ?? '', logo: pictureOf(settings?.logo ?? null), today };
}

/** One PDF of one or more papers. */
export const pdfOf = (contents: readonly PaperContent[], { institute, logo, today }: Letterhead) =>
  typeset(paperData(contents, institute, today), logo);

/** Characters that no file system takes, and what would end a name. */
const unfit = /[\\/:*?"<>|\p{Cc}]/gu;

/** At most so many characters before the ending. */
const longestName = 100;

const fit = (text: string) => text.replace(unfit, ' ').replace(/\s+/g, ' ').trim();

/** @param mark tells it from another of the same name: it stands at the end, whole, however long the name is */
export function fileName(name: string, ending: 'pdf' | 'zip', mark = ''): string {
  // By characters: half of one could not be sent as a header.
  const short = Array.from(fit(name)).slice(0, longestName).join('').trim();
  return `${short}${mark && ` - ${fit(mark)}`}.${ending}`;
}
