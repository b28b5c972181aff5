import { createHash } from 'node:crypto';
import type { BodyOf } from '../../contract/endpoint';
import {
  type GuardianPhonesCheck,
  guardianPhonesApi,
  type PhoneGroup,
  type PhoneSkip,
} from '../../contract/families/guardianPhones';
import { allRights, maxGuardians } from '../../contract/families/guardians';
import { ruleMessages } from '../../contract/errors';
import { fatherName } from '../../contract/rules/families/guardians';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import type { GuardianRelation } from '../../contract/vocabulary';
import { chunks } from '../db/engine/chunks';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { type ComparedGuardian, findProposed, loadGuardians } from '../domain/guardianMatches';
import { isLive, loadLinks } from '../domain/guardianLinks';
import { toRightsColumns } from '../domain/guardians';
import { studentsSelect } from '../domain/students';
import { type Route, route } from '../mount';
import { invalid, Problem } from '../problem';

type Choice = BodyOf<typeof guardianPhonesApi.check>;
type FoundStudent = Awaited<ReturnType<typeof findStudents>>[number];

export const guardianPhoneRoutes: Route[] = [
  route(guardianPhonesApi.check, async ({ data, body, scope }) =>
    toCheck(await planGuardians({ db: data.read, now: data.now() }, body, (await scope()).students)),
  ),

  route(guardianPhonesApi.save, async ({ data, actor, body, scope }) => {
    const { students } = await scope();
    const { unit: written, plan } = await data.write(actor, async (unit) => {
      const planned = await planGuardians({ db: unit.trx, now: data.now() }, body, students);
      const current = toCheck(planned);
      if (current.seen !== body.seen) throw new Problem('STALE', { extra: { current } });
      unit.describe(
        'create',
        'student_guardians',
        null,
        operationDescriptions.guardiansFromPhones(countStudents(planned)),
      );
      await writeGuardians(unit, planned, body);
      return { unit, plan: planned };
    });
    const counts = { guardians: plan.groups.length, students: countStudents(plan) };
    return {
      message: successMessages.guardiansFromPhones(counts.students),
      ...counts,
      operation_id: written.operation,
    };
  }),

  route(guardianPhonesApi.primary, async ({ data, body: { student_row_ids }, scope }) => {
    await findStudents(data.read, student_row_ids, (await scope()).students);
    const guardians = [];
    for (const chunk of chunks(student_row_ids, chunkSize))
      guardians.push(
        ...(await data.read
          .selectFrom('student_guardians')
          .innerJoin('guardians', 'guardians.id', 'student_guardians.guardian_id')
          .select(['student_row_id', 'guardians.name', 'guardians.phone', 'relation'])
          .where('student_row_id', 'in', chunk)
          .where('is_primary', '=', 1)
          .execute()),
      );
    return { guardians };
  }),
];

const chunkSize = 500;

/** By row id. @throws VALIDATION for a deleted student, or one outside of the scope */
async function findStudents(db: Db, ids: readonly number[], students: Condition) {
  const rows = [];
  for (const chunk of chunks([...new Set(ids)], chunkSize))
    rows.push(...(await studentsSelect(db).where('students.id', 'in', chunk).where(students).execute()));
  if (rows.length < new Set(ids).size)
    throw invalid({ path: 'student_row_ids', message: ruleMessages.unknownStudents });
  return rows.toSorted((a, b) => a.id - b.id);
}

interface OwnGuardians {
  numbers: string[];
  relations: GuardianRelation[];
  hasPrimary: boolean;
}
const newEntry = (): OwnGuardians => ({ numbers: [], relations: [], hasPrimary: false });

async function loadOwnGuardians(db: Db, ids: readonly number[]) {
  const own = new Map<number, OwnGuardians>();
  for (const chunk of chunks(ids, chunkSize)) {
    const rows = await db
      .selectFrom('student_guardians')
      .innerJoin('guardians', 'guardians.id', 'student_guardians.guardian_id')
      .select([
        'student_row_id',
        'is_primary',
        'relation',
        'phone',
        'phone_key',
        'second_phone',
        'second_phone_key',
      ])
      .where('student_row_id', 'in', chunk)
      .execute();
    for (const { student_row_id, is_primary, relation, ...numbers } of rows) {
      const entry = own.get(student_row_id) ?? newEntry();
      entry.relations.push(relation);
      entry.numbers.push(...Object.values(numbers).flatMap((number) => number ?? []));
      entry.hasPrimary ||= is_primary === 1;
      own.set(student_row_id, entry);
    }
  }
  return own;
}

interface PlannedGroup extends ComparedGuardian {
  guardianId: number | null;
  hasLink: boolean;
  phone: string;
  key: string;
  students: (FoundStudent & { hasPrimary: boolean })[];
  children: string[];
}

interface PhonesPlan {
  groups: PlannedGroup[];
  skipped: (FoundStudent & { reason: PhoneSkip })[];
  /** The numbers of several guardians. */
  isOfOthers: (group: PlannedGroup) => boolean;
}

const countStudents = ({ groups }: PhonesPlan): number =>
  groups.reduce((count, { students }) => count + students.length, 0);

/** A number of an unknown country has no key, and is compared as it is written. */
const numberOf = ({ phone, phone_key }: FoundStudent): string => phone_key ?? phone ?? '';

async function planGuardians(
  { db, now }: { db: Db; now: Date },
  choice: Choice,
  scope: Condition,
): Promise<PhonesPlan> {
  const chosen = await findStudents(db, choice.student_row_ids, scope);
  const own = await loadOwnGuardians(
    db,
    chosen.map(({ id }) => id),
  );
  const keys = chosen.flatMap(({ phone_key }) => phone_key ?? []);
  const stored = await loadGuardians(db, { keys }, scope);
  const links = await loadLinks(
    db,
    stored.map(({ row }) => row.id),
  );
  const groups = stored.map(({ row, name, childNames, children }): PlannedGroup[] =>
    [row.phone_key, row.second_phone_key].flatMap((key) =>
      key === null
        ? []
        : {
            guardianId: row.id,
            hasLink: isLive(links.get(row.id), now),
            name,
            childNames,
            children,
            phone: row.phone ?? '',
            key,
            students: [],
          },
    ),
  );
  const candidates = groups.flat();
  const skipped: PhonesPlan['skipped'] = [];
  for (const student of chosen) {
    const key = numberOf(student);
    const guardians = own.get(student.id) ?? newEntry();
    const reason = findSkip(key, guardians, choice);
    if (reason !== null) {
      skipped.push({ ...student, reason });
      continue;
    }
    const equal = candidates.filter((group) => group.key === key);
    const group = findProposed(equal, { child: student }) ?? newGroup(student, key, choice);
    if (!candidates.includes(group)) candidates.push(group);
    group.students.push({ ...student, hasPrimary: guardians.hasPrimary });
    group.childNames.push(student);
  }
  return {
    groups: candidates.filter(({ students }) => students.length > 0),
    skipped,
    isOfOthers: (group) =>
      candidates.some(
        (other) =>
          other.key === group.key &&
          other !== group &&
          (other.guardianId === null || other.guardianId !== group.guardianId),
      ),
  };
}

/** A student has one father and one mother. Whether the second number is theirs, only the admin knows. */
function findSkip(key: string, { numbers, relations }: OwnGuardians, { relation }: Choice): PhoneSkip | null {
  if (key === '') return 'noPhone';
  if (numbers.includes(key)) return 'hasGuardian';
  if ((relation === 'father' || relation === 'mother') && relations.includes(relation)) return 'hasRelation';
  return relations.length >= maxGuardians ? 'full' : null;
}

/** The name of a father stands in the name of the student. */
const newGroup = (student: FoundStudent, key: string, { relation }: Choice): PlannedGroup => ({
  guardianId: null,
  hasLink: false,
  name: (relation === 'father' && fatherName(student)) || null,
  phone: student.phone ?? '',
  key,
  childNames: [],
  children: [],
  students: [],
});

function toCheck({ groups, skipped, isOfOthers }: PhonesPlan): GuardianPhonesCheck {
  const toStudent = ({ id, student_id, full_name, batch_name }: FoundStudent) => ({
    id,
    student_id,
    full_name,
    batch_name,
  });
  const answer = {
    groups: groups.map((group): PhoneGroup => ({
      guardian_id: group.guardianId,
      name: group.name,
      phone: group.phone,
      children: group.children,
      students: group.students.map(toStudent),
      has_others: isOfOthers(group),
      has_link: group.hasLink,
    })),
    skipped: skipped.map((student) => ({ ...toStudent(student), reason: student.reason })),
  };
  const versions = [...groups.flatMap(({ students }) => students), ...skipped].map(
    ({ id, version }) => `${id}/${version}`,
  );
  const hash = createHash('sha256').update(JSON.stringify([answer, versions]));
  return { ...answer, seen: hash.digest('hex') };
}

async function writeGuardians(
  unit: UnitOfWork,
  { groups }: PhonesPlan,
  { relation, clear_phone }: Choice,
): Promise<void> {
  const students = groups.flatMap((group) => group.students).toSorted((a, b) => a.id - b.id);
  if (clear_phone)
    await unit.updateMany(
      'students',
      students.map(({ id }) => ({ id, changes: { phone: null } })),
    );
  const added = groups.filter(({ guardianId }) => guardianId === null);
  const rows = await unit.insertMany(
    'guardians',
    added.map(({ name, phone }) => ({ name, phone, second_phone: null, email: null, note: null })),
  );
  const newIds = new Map(added.map((group, index) => [group, rows[index]?.id ?? 0]));
  await unit.insertMany(
    'student_guardians',
    groups.flatMap((group) =>
      group.students.map(({ id, hasPrimary }) => ({
        student_row_id: id,
        guardian_id: group.guardianId ?? newIds.get(group) ?? 0,
        relation,
        is_primary: hasPrimary ? 0 : 1,
        ...toRightsColumns(allRights),
        consent_on: null,
      })),
    ),
  );
}
