import { guardianFields } from '../../guardianFields';
import { type GuardianRelation, guardianRelationNames, guardianRelations } from '../../vocabulary';
import { readCells, readSecondPhone } from '../fieldKinds';
import type { RowReader } from '../importsCells';
import { type ChildNames, fatherName, isNamedFather } from './guardians';

export type GuardianField = keyof typeof guardianFields;

/** A guardian as a row of a file has him. He has a name or a phone number. */
export interface GuardianCells {
  name?: string | undefined;
  phone?: string | undefined;
  second_phone?: string | undefined;
  /** Undefined: the row does not say it. A stored relation stays, and a new one is `initialRelation`. */
  relation?: GuardianRelation | undefined;
  /** The fields of the import in which changes are reported. */
  fields: { name: GuardianField; phone: GuardianField; relation: GuardianField };
}

/** The guardians of a row, the one of the general columns first. */
export function readGuardians(row: RowReader, child: ChildNames): GuardianCells[] {
  const cells = readCells(guardianFields, row);
  const relationFields = { name: 'guardian_name', relation: 'guardian_relation' } as const;
  const guardian: GuardianCells = {
    name: cells.guardian_name,
    phone: cells.guardian_phone,
    second_phone: cells.guardian_phone && readSecondPhone(row, 'guardian_phone'),
    relation: guardianRelations.find((key) => guardianRelationNames[key] === cells.guardian_relation),
    fields: { ...relationFields, phone: 'guardian_phone' },
  };
  const father: GuardianCells = {
    phone: cells.father_phone,
    second_phone: cells.father_phone && readSecondPhone(row, 'father_phone'),
    relation: 'father',
    fields: { ...relationFields, phone: 'father_phone' },
  };
  const mother: GuardianCells = {
    name: cells.mother_name,
    phone: cells.mother_phone,
    second_phone: cells.mother_phone && readSecondPhone(row, 'mother_phone'),
    relation: 'mother',
    fields: { name: 'mother_name', relation: 'guardian_relation', phone: 'mother_phone' },
  };
  return joinSamePerson([guardian, father, mother], child).filter(({ name, phone }) => name ?? phone);
}

/** The guardian of the general columns can be the father or mother of another column. */
function joinSamePerson([guardian, ...parents]: GuardianCells[], child: ChildNames): GuardianCells[] {
  if (!guardian) return [];
  const same = parents.find(
    ({ relation, phone, name }) =>
      (guardian.relation === relation && (phone ?? name)) ||
      (guardian.relation === undefined &&
        phone !== undefined &&
        phone === guardian.phone &&
        (relation !== 'father' || isFatherPossible(guardian.name, child))),
  );
  if (!same) return [guardian, ...parents];
  const joined: GuardianCells = {
    name: guardian.name ?? same.name,
    phone: guardian.phone ?? same.phone,
    second_phone:
      guardian.second_phone ??
      (same.phone !== guardian.phone && guardian.phone ? same.phone : same.second_phone),
    relation: same.relation,
    fields: guardian.phone ? guardian.fields : { ...guardian.fields, phone: same.fields.phone },
  };
  return [joined, ...parents.filter((parent) => parent !== same)];
}

const isFatherPossible = (name: string | undefined, child: ChildNames): boolean =>
  name === undefined || fatherName(child) === '' || isNamedFather(name, child);

/** Without a column of the relation a guardian is the father, unless he has another name. */
export const initialRelation = ({ relation, name }: GuardianCells, child: ChildNames): GuardianRelation =>
  relation ?? (isFatherPossible(name, child) ? 'father' : 'other');
