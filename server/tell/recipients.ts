import { sql } from 'kysely';
import type { MessageRecipient, UnreachableReason } from '../../contract/families/tell';
import { isOfAge } from '../../contract/rules/families/guardians';
import {
  type Gender,
  type MessageContext,
  type MessageTemplates,
  renderMessage,
} from '../../contract/rules/messages/message';
import { ofProgram } from '../../contract/rules/messages/texts';
import { type AgeGroup, genders, type GuardianRelation } from '../../contract/vocabulary';
import { databaseKind, numbersInJson } from '../db/engine/dialect';
import type { Db } from '../db/schema';
import type { Finding } from './finding';
import { type ToldLog, wasPutBack } from './log';
import { loadOtherRecords } from './otherRecords';
import { separator } from './studies';

interface Person {
  id: number;
  full_name: string;
  full_name_sort: string;
  gender: string | null;
  birth_date: string | null;
  phone_key: string | null;
  age_group: AgeGroup | null;
  program_name: string | null;
}

interface Relation {
  student_row_id: number;
  guardian_id: number;
  relation: GuardianRelation;
  can_message: number;
  consent_on: string | null;
  name: string | null;
  phone: string | null;
  phone_key: string | null;
  second_phone: string | null;
  second_phone_key: string | null;
}

const [, female] = genders;
const genderOf = ({ gender }: Person): Gender => (gender === female ? 'female' : 'male');

/** Two queries for any number of students. Relations are sorted: the primary guardian first. */
export async function loadPeople(db: Db, ids: readonly number[]) {
  if (ids.length === 0)
    return { persons: new Map<number, Person>(), relations: new Map<number, Relation[]>() };
  const inIds = numbersInJson(databaseKind(db), ids);
  const { rows: persons } = await sql<Person>`
    select students.id, students.full_name, students.full_name_sort, students.gender, students.birth_date,
      students.phone_key, batches.age_group, programs.program_name
    from students left join enrolments on enrolments.student_row_id = students.id and enrolments.is_shown = 1
      left join batches on batches.id = enrolments.batch_id
      left join programs on programs.id = coalesce(batches.program_row_id, students.program_row_id)
    where students.id in (${inIds})`.execute(db);
  const { rows: relations } = await sql<Relation>`
    select student_guardians.student_row_id, student_guardians.guardian_id, student_guardians.relation,
      student_guardians.can_message, student_guardians.consent_on, guardians.name, guardians.phone,
      guardians.phone_key, guardians.second_phone, guardians.second_phone_key
    from student_guardians join guardians on guardians.id = student_guardians.guardian_id
    where student_guardians.student_row_id in (${inIds})
    order by student_guardians.is_primary desc, student_guardians.id`.execute(db);
  const byStudent = new Map<number, Relation[]>();
  for (const relation of relations)
    byStudent.set(relation.student_row_id, [...(byStudent.get(relation.student_row_id) ?? []), relation]);
  return { persons: new Map(persons.map((person) => [person.id, person])), relations: byStudent };
}

type Contact =
  | { guardian: Relation; phone: string }
  | { guardian: null; phone: string }
  | { reason: UnreachableReason };

const phoneOf = ({ phone_key, second_phone_key }: Relation) => phone_key ?? second_phone_key;

/**
 * Who gets the message about a student: the primary guardian, or the next one who may get messages and has a number.
 * A student of age gets it himself, or without a number a guardian to whom he has consented.
 */
export function findContact(
  person: Pick<Person, 'phone_key' | 'birth_date' | 'age_group'>,
  relations: readonly Relation[],
  { adultAge, today }: { adultAge: number; today: string },
): Contact {
  const isAdult = isOfAge(person, adultAge, today);
  if (isAdult && person.phone_key !== null) return { guardian: null, phone: person.phone_key.slice(1) };
  const allowed = relations.filter(
    ({ can_message, consent_on }) => can_message === 1 && (!isAdult || consent_on !== null),
  );
  for (const guardian of allowed) {
    const phone = phoneOf(guardian);
    if (phone !== null) return { guardian, phone: phone.slice(1) };
  }
  if (isAdult) return { reason: 'own_phone' };
  if (relations.length === 0) return { reason: 'no_guardian' };
  if (allowed.length === 0) return { reason: 'no_right' };
  const hasNumber = allowed.some(({ phone, second_phone }) => phone !== null || second_phone !== null);
  return { reason: hasNumber ? 'unknown_number' : 'no_phone' };
}

interface Content {
  templates: MessageTemplates;
  context: MessageContext;
  adultAge: number;
  /** The message has this text instead of sentences. */
  freeText?: string | undefined;
}

type Group = {
  contact: Contact;
  bucket: string;
  findings: (Finding & { person: Person; nameInText: string; relation: Relation | null })[];
};

/** One message per recipient for what is new, one for corrections, and one for what was told. */
export async function buildRecipients(
  db: Db,
  findings: readonly Finding[],
  log: ToldLog,
  content: Content,
): Promise<MessageRecipient[]> {
  const ids = [...new Set(findings.map(({ studentId }) => studentId))];
  const { persons, relations } = await loadPeople(db, ids);
  const others = await loadOtherRecords(db, ids);
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const person = persons.get(finding.studentId);
    if (!person) continue;
    const contact = findContact(person, relations.get(person.id) ?? [], {
      adultAge: content.adultAge,
      today: content.context.today,
    });
    const bucket = finding.toldBy ? 'told' : finding.isCorrection ? 'correction' : 'new';
    const key = `${recipientKey(contact, person)}/${bucket}`;
    const group = groups.get(key) ?? { contact, bucket, findings: [] };
    group.findings.push({
      ...finding,
      person,
      nameInText: others.has(person.id) ? nameWithProgram(person) : person.full_name,
      relation: 'guardian' in contact ? contact.guardian : null,
    });
    groups.set(key, group);
  }
  const sortKeyOf = ({ contact, findings: [first] }: Group) =>
    `${'reason' in contact ? 1 : 0}${first?.person.full_name_sort ?? ''}`;
  return [...groups]
    .map(([key, group]) => ({ key, group, sort: sortKeyOf(group) }))
    .toSorted((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : a.key < b.key ? -1 : 1))
    .map(({ key, group }) => buildRecipient(key, group, log, content));
}

const recipientKey = (contact: Contact, { id }: Person): string =>
  'reason' in contact
    ? `student-${id}`
    : contact.guardian
      ? `guardian-${contact.guardian.guardian_id}`
      : `own-${id}`;

function buildRecipient(
  key: string,
  { contact, bucket, findings }: Group,
  log: ToldLog,
  { templates, context, freeText }: Content,
): MessageRecipient {
  const isReached = !('reason' in contact);
  const guardian = isReached ? contact.guardian : null;
  const [first] = findings;
  const persons = [...new Map(findings.map(({ person }) => [person.id, person])).values()];
  const toldBy = findings.map((finding) => finding.toldBy).findLast((message) => message !== null) ?? null;
  const recipient = {
    name: guardian ? guardian.name : (first?.person.full_name ?? null),
    relations: guardian ? findings.flatMap(({ relation }) => relation?.relation ?? []) : [],
    gender: first ? genderOf(first.person) : ('male' as const),
  };
  const parts = findings.map(({ person, nameInText, sentence, values }) => ({
    // Two records of a child count once.
    childId: persons.find(({ full_name_sort }) => full_name_sort === person.full_name_sort)?.id ?? person.id,
    gender: genderOf(person),
    sentence,
    values: { ...values, student: nameInText },
  }));
  return {
    key,
    guardian_id: guardian?.guardian_id ?? null,
    students: persons.map((person) => ({
      id: person.id,
      name: person.full_name,
      content: findings
        .filter(({ studentId }) => studentId === person.id)
        .map(({ content }) => content)
        .join(separator),
    })),
    name: recipient.name,
    relation: guardian?.relation ?? null,
    phone: isReached ? contact.phone : null,
    reason: isReached ? null : contact.reason,
    text: isReached ? renderMessage(templates, recipient, parts, context, freeText) : '',
    state: stateOf(bucket, persons, log),
    message_id: toldBy?.id ?? null,
    opened_at: toldBy?.openedAt ?? null,
    opened_by: toldBy?.openedBy ?? null,
  };
}

function stateOf(bucket: string, persons: readonly Person[], log: ToldLog): MessageRecipient['state'] {
  if (bucket === 'told') return 'opened';
  if (bucket === 'correction') return 'corrected';
  return persons.every(({ id }) => wasPutBack(log, id)) ? 'not_sent' : 'new';
}

const nameWithProgram = ({ full_name, program_name }: Person): string =>
  program_name === null ? full_name : ofProgram(full_name, program_name);
