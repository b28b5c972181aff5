import { z } from 'zod';
import { additions, get, put } from './endpoint';
import { validationMessages as messages } from './rules/validationMessages';
import {
  code,
  date,
  id,
  integer,
  optionalLabel,
  requiredLabel,
  updatedAt,
  version,
  writeBody,
} from './fields';
import { maxBackupDays } from './rules/backups';
import { cleanAcademicYear } from './rules/academicYear';
import { isTimeZone } from './rules/hijri';
import {
  maxLogoBytes,
  performanceLevels,
  recordKinds,
  recordResults,
  roles,
  teacherScopes,
} from './vocabulary';

const term = z.object({ id, name: z.string(), start_date: z.string(), end_date: z.string() });

const kindName = requiredLabel(40);
const kindNames = z.strictObject({ new: kindName, near: kindName, far: kindName, tilawa: kindName });

const resultRule = z.strictObject({
  /** The maximum of weighted faults per page. Null for the last rule, which has no limit. */
  max_faults: z.number().min(0).max(1_000).multipleOf(0.25, messages.notStep(0.25)).nullable(),
  performanceLevel: z.enum(performanceLevels),
  result: z.enum(recordResults),
});

/** The limits rise and the last is null, so that exactly one rule applies to each recitation. */
const resultRules = z
  .array(resultRule)
  .min(1)
  .max(20)
  .superRefine((rules, context) => {
    for (const [index, { max_faults }] of rules.entries()) {
      const isLast = index === rules.length - 1;
      const previousLimit = rules[index - 1]?.max_faults ?? -1;
      if (isLast ? max_faults !== null : max_faults === null || max_faults <= previousLimit)
        context.addIssue({ code: 'custom', path: [index, 'max_faults'], message: messages.notRising });
    }
  });

const distinctKindNames = kindNames.superRefine((names, context) => {
  for (const [index, kind] of recordKinds.entries())
    if (recordKinds.slice(0, index).some((other) => names[other] === names[kind]))
      context.addIssue({ code: 'custom', path: [kind], message: messages.nameTwice });
});

const publicSettings = {
  institute_name: z.string(),
  logo: z.string().nullable(),
  current_academic_year: z.string().nullable(),
  /** The current year: an admin has set it, or it is derived from the date. */
  academic_year: z.string(),
  terms: z.array(term),
  time_zone: z.string(),
  today: z.string(),
  /** ISO code. Phone numbers without a country are numbers of this one. */
  country: z.string(),
  record_kinds: z.record(z.enum(recordKinds), z.string()),
  /** 0 is Sunday. */
  weekend_days: z.array(z.int()),
  result_rules: z.array(resultRule),
};

/** Students do not need it. If true, teachers see the guardians of their own students and send messages. */
const staffSettings = { teachers_contact_guardians: z.boolean() };

const adminSettings = {
  proposed_academic_year: z.string(),
  teacher_scope: z.enum(teacherScopes),
  /** If false, sections are hidden and no account is limited to a section. */
  sections_enabled: z.boolean(),
  /** Hijri years whose terms are complete: a day outside of them has no teaching. */
  confirmed_years: z.array(z.string()),
  archive_retention_days: z.int(),
  /** Age in years from which messages address the student himself. */
  adult_age: z.int(),
  /** Hour of the daily backup in the institute's time zone. Null: no daily backup. */
  backup_hour: z.int().nullable(),
  /** Days of which backups are kept. */
  backup_days: z.int(),
  is_demo: z.boolean(),
  version,
  updated_at: updatedAt,
};

export const settings = z.object({ ...publicSettings, ...staffSettings, ...adminSettings });
export type Settings = z.infer<typeof settings>;

export const [minAdultAge, maxAdultAge] = [12, 30];

const maxLogoUrlLength = Math.ceil((maxLogoBytes * 4) / 3) + 100;

/** The server checks the image with `logoProblem`, because the function is too large for screens. */
const logo = z
  .string()
  .max(maxLogoUrlLength, messages.imageTooLarge)
  .transform((image) => image || null)
  .nullable();

const fields = {
  institute_name: requiredLabel(120).optional(),
  logo: logo.optional(),
  current_academic_year: optionalLabel(20)
    .transform((year) => year && cleanAcademicYear(year))
    .optional(),
  /** The complete list. A term that is not in the list is removed. */
  terms: z
    .array(z.strictObject({ id: id.optional(), name: requiredLabel(60), start_date: date, end_date: date }))
    .max(60)
    .optional(),
  teacher_scope: z.enum(teacherScopes).optional(),
  sections_enabled: z.boolean().optional(),
  archive_retention_days: integer(1, 3_650).optional(),
  adult_age: integer(minAdultAge, maxAdultAge).optional(),
  teachers_contact_guardians: z.boolean().optional(),
  backup_hour: integer(0, 23).nullable().optional(),
  backup_days: integer(1, maxBackupDays).optional(),
  time_zone: requiredLabel(60).refine(isTimeZone, messages.notTimeZone).optional(),
  country: code(2).optional(),
  record_kinds: distinctKindNames.optional(),
  weekend_days: z.array(z.int().min(0).max(6)).max(6).optional(),
  result_rules: resultRules.optional(),
  confirmed_years: z
    .array(z.string().regex(/^1[4-5]\d\d$/))
    .max(40)
    .optional(),
  version: version.optional(),
};

export const settingsApi = additions({
  read: get('/settings', {
    roles,
    summary: 'Name, logo, year, terms and time zone for everybody; the rest for admins',
    response: z.object({
      ...publicSettings,
      ...z.object({ ...staffSettings, ...adminSettings }).partial().shape,
    }),
  }),
  save: put('/settings', {
    roles: ['admin'],
    isInstituteWide: true,
    summary: 'Change the settings of the institute',
    body: writeBody(fields, ['academic_year', 'today', 'proposed_academic_year', 'is_demo', 'updated_at']),
    response: settings,
  }),
});
