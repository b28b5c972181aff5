import { sql } from 'kysely';
import { paperText } from '../../../contract/reports/paperText';
import type { GuardianSlipsRequest } from '../../../contract/reports/papers';
import { chunks } from '../../db/engine/chunks';
import { hasStatus } from '../../domain/enrolments';
import { hashCode } from '../../domain/guardianLinks';
import { isReadable } from '../../domain/guardians';
import { loadInstituteDay } from '../../domain/institute';
import type { Call, FileResponse } from '../../mount';
import { notFound, Problem } from '../../problem';
import { publicAddress } from '../../publicAddress';
import type { Caller } from '../routes';
import { fileName, loadLetterhead, typesetGuardianSlips } from './documents';
import type { SlipGuardian } from './paperData';
import { requireTypesetter } from './typesetter';

const chunkSize = 500;

/**
 * Slips contain PINs, so they are not stored. Only links that are live and in scope are printed.
 * @throws FORBIDDEN unless the caller is an admin, NOT_FOUND without such a link
 */
export async function makeGuardianSlips(
  call: Caller & Pick<Call, 'origin'>,
  { links }: GuardianSlipsRequest,
): Promise<FileResponse> {
  const { data, config, origin, user } = call;
  if (user.role !== 'admin') throw new Problem('FORBIDDEN');
  await requireTypesetter();
  const address = `${publicAddress(config, origin)}/g/`;
  const guardians = await loadSlipGuardians(call, links);
  const slips = links.flatMap(({ guardian_id, link_code, link_pin }): SlipGuardian[] => {
    const guardian = guardians.get(guardian_id);
    if (!guardian || guardian.codeHash !== hashCode(link_code)) return [];
    const { children, batches } = guardian;
    return [{ children, batches: [...batches], address: address + link_code, pin: link_pin }];
  });
  if (slips.length === 0) throw notFound();
  const bytes = await typesetGuardianSlips(slips, await loadLetterhead(data.read, data.now()));
  return { bytes, mediaType: 'application/pdf', name: fileName(paperText.guardianSlipsName, 'pdf') };
}

/** Slips have the students on the guardian's page that the caller sees. */
async function loadSlipGuardians({ data, scope }: Caller, links: GuardianSlipsRequest['links']) {
  const { students } = await scope();
  const { today } = await loadInstituteDay(data.read, data.now());
  const settings = await data.read.selectFrom('settings').select('adult_age').executeTakeFirst();
  const adultAge = settings?.adult_age ?? Number.POSITIVE_INFINITY;
  const guardians = new Map<number, { codeHash: string; children: string[]; batches: Set<string> }>();
  for (const chunk of chunks(links, chunkSize)) {
    const rows = await data.read
      .selectFrom('guardians')
      .innerJoin('guardian_links', 'guardian_links.guardian_id', 'guardians.id')
      .innerJoin('guardian_link_codes', 'guardian_link_codes.link_id', 'guardian_links.id')
      .innerJoin('student_guardians', 'student_guardians.guardian_id', 'guardians.id')
      .innerJoin('students', 'students.id', 'student_guardians.student_row_id')
      .leftJoin('enrolments', (join) =>
        join
          .onRef('enrolments.student_row_id', '=', 'students.id')
          .on('enrolments.is_shown', '=', sql.lit(1)),
      )
      .leftJoin('batches', 'batches.id', 'enrolments.batch_id')
      .select(['guardians.id', 'guardian_link_codes.code_hash', 'students.first_name', 'batches.batch_name'])
      .select(['students.birth_date', 'batches.age_group', 'student_guardians.consent_on'])
      .where(
        'guardians.id',
        'in',
        chunk.map(({ guardian_id }) => guardian_id),
      )
      .where('student_guardians.can_open_page', '=', 1)
      .where(sql<boolean>`(enrolments.id is not null or ${hasStatus('active')})`)
      .where('guardian_link_codes.expires_at', '>', data.now().toISOString())
      .where(students)
      .orderBy('students.full_name_sort')
      .orderBy('students.id')
      .execute();
    for (const row of rows) {
      if (!isReadable(row, adultAge, today)) continue;
      const { id, code_hash, first_name, batch_name } = row;
      const guardian = guardians.get(id) ?? { codeHash: code_hash, children: [], batches: new Set() };
      guardian.children.push(first_name);
      if (batch_name !== null) guardian.batches.add(batch_name);
      guardians.set(id, guardian);
    }
  }
  return guardians;
}
