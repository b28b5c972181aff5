import type { z } from 'zod';
import { operationDescriptions } from '../../contract/successMessages';
import { currentAcademicYear } from '../../contract/rules/academicYear';
import { hasTerm } from '../../contract/rules/calendar';
import { hijriYear, dateInZone } from '../../contract/rules/hijri';
import { type Settings, settingsApi } from '../../contract/settings';
import {
  defaultResultRules,
  defaultWeekendDays,
  type RecordKindNames,
  recordKinds,
} from '../../contract/vocabulary';
import { ruleMessages } from '../../contract/errors';
import { type LogoProblem, logoProblem } from '../../contract/rules/logo';
import { type Term, termProblems } from '../../contract/rules/terms';
import { validationMessages } from '../../contract/rules/validationMessages';
import { isCountry } from '../db/search/phones';
import { checkAcademicYear, parseRecordKindNames, parseYears } from '../domain/institute';
import { type Route, route } from '../mount';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound } from '../problem';
import type { Db } from '../db/schema';

const settingsId = 1;

export const settingsRoutes: Route[] = [
  route(settingsApi.read, async ({ data, user }) => {
    const settings = await loadSettings(data.read, data.now());
    if (user.role === 'admin' && user.section === null) return settings;
    const { teachers_contact_guardians } = settings;
    return {
      ...toPublicSettings(settings),
      ...(user.role !== 'student' && { teachers_contact_guardians }),
    };
  }),

  route(settingsApi.save, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      refuseLogo(body.logo);
      if (body.country !== undefined && !isCountry(body.country))
        throw invalid({ path: 'country', message: validationMessages.notOneOf });
      const { version, terms, record_kinds, weekend_days, result_rules, confirmed_years, ...others } = body;
      const { sections_enabled, teachers_contact_guardians, ...rest } = others;
      const changes = {
        ...rest,
        record_kinds: toJson(record_kinds && sortKinds(record_kinds)),
        weekend_days: toJson(weekend_days && [...new Set(weekend_days)].toSorted((a, b) => a - b)),
        result_rules: toJson(result_rules),
        sections_enabled: toFlag(sections_enabled),
        teachers_contact_guardians: toFlag(teachers_contact_guardians),
        confirmed_years: confirmed_years && toYears(confirmed_years),
      };
      unit.describe('update', 'settings', null, operationDescriptions.settingsSaved);
      const before = await unit.trx.selectFrom('settings').select('current_academic_year').executeTakeFirst();
      const storedYear = before?.current_academic_year ?? null;
      await checkAcademicYear(unit, changes.current_academic_year, storedYear, 'current_academic_year');
      const loadCurrent = () => loadSettings(unit.trx, data.now());
      // The settings are updated first. Of two simultaneous saves, the second one must fail before it
      // deletes a term of the first.
      await unit.update('settings', settingsId, changes, version, loadCurrent);
      if (terms && (await saveTerms(unit, terms)))
        await unit.update('settings', settingsId, { terms_changed_at: unit.now });
      const saved = await loadCurrent();
      refuseYearsWithoutTerm(confirmed_years ?? [], saved.terms);
      return saved;
    }),
  ),
];

const logoMessages: Record<LogoProblem, string> = {
  NOT_IMAGE: ruleMessages.notImage,
  TOO_LARGE: validationMessages.imageTooLarge,
  TOO_WIDE: ruleMessages.imageTooWide,
};

/** @throws VALIDATION for an image that papers cannot show */
function refuseLogo(logo: string | null | undefined): void {
  const problem = logo ? logoProblem(logo) : null;
  if (problem) throw invalid({ path: 'logo', message: logoMessages[problem] });
}

/** @throws VALIDATION for each confirmed year without a term, in which no day would have teaching */
function refuseYearsWithoutTerm(years: readonly string[], terms: readonly Term[]): void {
  const problems = years.flatMap((year, index) =>
    hasTerm(terms, year) ? [] : [{ path: `confirmed_years.${index}`, message: ruleMessages.yearWithoutTerm }],
  );
  if (problems.length > 0) throw invalid(...problems);
}

/** Null without a year, as at first. */
const toYears = (years: readonly string[]) =>
  years.length === 0 ? null : JSON.stringify([...new Set(years)].toSorted());

/** Undefined keeps the column unchanged. */
const toJson = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

const toFlag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

const sortKinds = (names: RecordKindNames) =>
  Object.fromEntries(recordKinds.map((kind) => [kind, names[kind]])) as RecordKindNames;

async function loadSettings(db: Db, now: Date): Promise<Settings> {
  const row = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
  const { id: _id, created_at: _created, terms_changed_at: _changed, is_demo, ...columns } = row;
  const { record_kinds, weekend_days, result_rules, confirmed_years, ...others } = columns;
  const { sections_enabled, teachers_contact_guardians, ...rest } = others;
  const today = dateInZone(now, row.time_zone);
  return {
    ...rest,
    is_demo: is_demo === 1,
    record_kinds: parseRecordKindNames(record_kinds),
    weekend_days: weekend_days === null ? [...defaultWeekendDays] : JSON.parse(weekend_days),
    result_rules: result_rules === null ? [...defaultResultRules] : JSON.parse(result_rules),
    sections_enabled: sections_enabled === 1,
    teachers_contact_guardians: teachers_contact_guardians === 1,
    confirmed_years: parseYears(confirmed_years),
    today,
    academic_year: currentAcademicYear(row.current_academic_year, today),
    proposed_academic_year: String(hijriYear(today)),
    terms: await db
      .selectFrom('terms')
      .select(['id', 'name', 'start_date', 'end_date'])
      .orderBy('start_date')
      .orderBy('id')
      .execute(),
  };
}

function toPublicSettings(settings: Settings): z.input<typeof settingsApi.read.response> {
  const { institute_name, logo, current_academic_year, academic_year, terms, time_zone, today } = settings;
  const { country, record_kinds, weekend_days, result_rules } = settings;
  return {
    institute_name,
    logo,
    current_academic_year,
    academic_year,
    terms,
    time_zone,
    today,
    country,
    record_kinds,
    weekend_days,
    result_rules,
  };
}

const termMessages = {
  REVERSED: { field: 'end_date', message: ruleMessages.startsAfterEnd },
  OVERLAP: { field: 'start_date', message: ruleMessages.termsOverlap },
  NAME_TWICE: { field: 'name', message: ruleMessages.termNameTwice },
};

type TermInput = Term & { id?: number | undefined };

/**
 * Replaces all terms.
 * @returns whether anything changed
 * @throws VALIDATION for each invalid term, NOT_FOUND for a deleted term
 */
async function saveTerms(unit: UnitOfWork, terms: readonly TermInput[]): Promise<boolean> {
  const problems = termProblems(terms);
  if (problems.length > 0)
    throw invalid(
      ...problems.map(({ code, index }) => {
        const { field, message } = termMessages[code];
        return { path: `terms.${index}.${field}`, message };
      }),
    );
  const stored = await unit.trx.selectFrom('terms').select('id').execute();
  const targetIds = new Set(terms.map(({ id }) => id));
  if (terms.some(({ id }) => id !== undefined && !stored.some((term) => term.id === id))) throw notFound();
  const removedIds = stored.flatMap(({ id }) => (targetIds.has(id) ? [] : [id]));
  await unit.remove('terms', removedIds);
  for (const { id, ...term } of terms) {
    if (id === undefined) await unit.insert('terms', term);
    else await unit.update('terms', id, term);
  }
  return unit.changed('terms').length > 0;
}
