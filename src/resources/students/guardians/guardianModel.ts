import type { BodyInputOf } from '../../../../contract/endpoint';
import {
  allRights,
  type Guardian,
  type GuardianRights,
  type guardiansApi,
  type StudentGuardian,
} from '../../../../contract/families/guardians';
import { isEmptyOrEmail } from '../../../../contract/fields';
import { cleanLines, cleanName, cleanText } from '../../../../contract/rules/arabicText';
import { cleanPhone } from '../../../../contract/rules/identity';
import { type GuardianRelation, guardianRelationNames } from '../../../../contract/vocabulary';
import { t } from '../../../i18n/text';
import type { StaleField } from '../../../ui/form/StaleDialog';
import { bothDatesText } from '../../../ui/page/BothDates';

export const rightNames = Object.keys(allRights) as (keyof GuardianRights)[];

/** The typed values. */
export interface GuardianForm {
  relation: GuardianRelation;
  phone: string;
  name: string;
  second_phone: string;
  email: string;
  note: string;
  is_primary: boolean;
  rights: GuardianRights;
  has_consent: boolean;
  /** `YYYY-MM-DD`. Without a consent, the proposed day. */
  consent_on: string;
}

export const emptyForm: GuardianForm = {
  relation: 'father',
  phone: '',
  name: '',
  second_phone: '',
  email: '',
  note: '',
  is_primary: false,
  rights: allRights,
  has_consent: false,
  consent_on: '',
};

/** @param today the proposed day of a consent */
export const guardianForm = (guardian: StudentGuardian, today: string): GuardianForm => ({
  relation: guardian.relation,
  phone: guardian.phone ?? '',
  name: guardian.name ?? '',
  second_phone: guardian.second_phone ?? '',
  email: guardian.email ?? '',
  note: guardian.note ?? '',
  is_primary: guardian.is_primary,
  rights: guardian.rights,
  has_consent: guardian.consent_on !== null,
  consent_on: guardian.consent_on ?? today,
});

/** The name, or the relation of a guardian without a name. */
export const guardianName = (name: string | null, relation: GuardianRelation | undefined): string =>
  name || guardianRelationNames[relation ?? 'other'];

/** A stored guardian who may be the same person as a typed one. */
export type StoredGuardian = Guardian;

export const storedName = ({ name, children }: StoredGuardian) => guardianName(name, children[0]?.relation);

export const studentNames = ({ children, has_other_children }: StoredGuardian): string =>
  [
    ...children.map(({ full_name, batch_name }) =>
      batch_name ? t('guardians.childInBatch', { name: full_name, batch: batch_name }) : full_name,
    ),
    ...(has_other_children ? [t('guardians.hasHiddenStudents')] : []),
  ].join(t('ui.comma'));

/** A guardian in the form of a new student. */
export interface AddedGuardian {
  form: GuardianForm;
  /** The stored guardian if the user has said that he is the same person. */
  stored: StoredGuardian | null;
}

type NewGuardianBody = BodyInputOf<typeof guardiansApi.add>;

const personBody = (form: GuardianForm) => ({
  name: cleanName(form.name) || null,
  phone: cleanPhone(form.phone) || null,
  second_phone: cleanPhone(form.second_phone) || null,
  email: cleanText(form.email) || null,
  note: cleanLines(form.note) || null,
});

const relationBody = ({ relation, is_primary, rights, has_consent, consent_on }: GuardianForm) => ({
  relation,
  is_primary,
  rights,
  consent_on: has_consent ? consent_on : null,
});

/** @param isLinkTold the user has read of a link that was made after the question about the person */
export const newGuardianBody = ({ form, stored }: AddedGuardian, isLinkTold = false): NewGuardianBody => ({
  // The question about the person has told that a guardian with a link sees the new student.
  ...(stored ? { guardian_id: stored.id, confirm: isLinkTold || stored.link !== null } : personBody(form)),
  ...relationBody(form),
});

export type GuardianChanges = BodyInputOf<typeof guardiansApi.update>;

/** Unchanged fields are not sent, so they cannot clash with the changes of another user. */
export function guardianChanges(guardian: StudentGuardian, form: GuardianForm): GuardianChanges {
  const { version, relation_version } = guardian;
  const stored: Record<string, unknown> = { ...guardian };
  const changes = Object.entries({ ...personBody(form), ...relationBody(form) }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name]),
  );
  return { ...(Object.fromEntries(changes) as GuardianChanges), version, relation_version };
}

export const describeRights = (rights: GuardianRights): string =>
  rightNames
    .filter((right) => rights[right])
    .map((right) => t(`guardians.rights.${right}`))
    .join(t('ui.comma')) || t('guardians.noRights');

export const staleGuardianFields = (): StaleField[] => [
  {
    name: 'relation',
    label: t('guardians.relation'),
    format: (relation) => guardianRelationNames[relation as GuardianRelation],
  },
  { name: 'name', label: t('guardians.name') },
  { name: 'phone', label: t('guardians.phone') },
  { name: 'second_phone', label: t('guardians.secondPhone') },
  { name: 'email', label: t('guardians.email') },
  { name: 'note', label: t('guardians.note') },
  { name: 'is_primary', label: t('guardians.isPrimary'), format: (value) => t(value ? 'ui.yes' : 'ui.no') },
  {
    name: 'rights',
    label: t('guardians.rightsTitle'),
    format: (rights) => describeRights(rights as GuardianRights),
  },
  { name: 'consent_on', label: t('guardians.consentDay'), format: (day) => bothDatesText(String(day)) },
];

/** The body of a repeated save, after the user has chosen between both values of each field. */
export const resolvedChanges = (chosen: Record<string, unknown>): GuardianChanges =>
  Object.fromEntries(
    [...staleGuardianFields().map(({ name }) => name), 'version', 'relation_version'].map((name) => [
      name,
      chosen[name],
    ]),
  );

/** A guardian needs a name, a phone number or an e-mail. */
export const isEmptyPerson = ({ name, phone, email }: GuardianForm): boolean =>
  [name, phone, email].every((text) => cleanText(text) === '');

export const emailProblem = (typed: string): string | undefined =>
  isEmptyOrEmail(typed) ? undefined : t('validation.email');

/** Exactly one guardian of a student is the primary one: the newly chosen one, else the first. */
export function withOnePrimary(guardians: readonly AddedGuardian[], chosen = -1): AddedGuardian[] {
  const stored = guardians.findIndex(({ form }) => form.is_primary);
  const primary = chosen >= 0 ? chosen : Math.max(stored, 0);
  return guardians.map((guardian, index) => ({
    ...guardian,
    form: { ...guardian.form, is_primary: index === primary },
  }));
}
