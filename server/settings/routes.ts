import type { z } from 'zod';
import { operationDescriptions } from '../../contract/successMessages';
import { currentAcademicYear } from '../../contract/rules/academicYear';
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
import { checkAcademicYear, parseRecordKindNames } from '../domain/institute';
import { type Route, route } from '../mount';
import type { UnitOfWork } from '../db/log/unitOfWork';
import { invalid, notFound } from '../problem';
import type { Db } from '../db/schema';

/** The settings are a single row. */
const settingsId = 1;

export const settingsRoutes: Route[] = [
  route(settingsApi.read, async ({ data, user }) => {
    const settings = await wholeSettings(data.read, data.now());
    return user.role === 'admin' && user.section === null ? settings : forEverybody(settings);
  }),

  route(settingsApi.save, ({ data, actor, body }) =>
    data.write(actor, async (unit) => {
      refuseLogo(body.logo);
      const { version, terms, record_kinds, weekend_days, result_rules, sections_enabled, ...others } = body;
      const changes = {
        ...others,
        record_kinds: inJson(record_kinds && inOrder(record_kinds)),
        weekend_days: inJson(weekend_days && [...new Set(weekend_days)].toSorted((a, b) => a - b)),
        result_rules: inJson(result_rules),
        sections_enabled: sections_enabled === undefined ? undefined : Number(sections_enabled),
      };
      unit.describe('update', 'settings', null, operationDescriptions.settingsSaved);
      const before = await unit.trx.selectFrom('settings').select('current_academic_year').executeTakeFirst();
      const kept = before?.current_academic_year ?? null;
      await checkAcademicYear(unit, changes.current_academic_year, kept, 'current_academic_year');
      const current = () => wholeSettings(unit.trx, data.now());
      // First, so that of two saves at the same time the second is refused before it removes a term of the first.
      await unit.update('settings', settingsId, changes, version, current);
      if (terms && (await saveTerms(unit, terms)))
        await unit.update('settings', settingsId, { terms_changed_at: unit.now });
      return current();
    }),
  ),
];

const logoMessages: Record<LogoProblem, string> = {
  NOT_IMAGE: ruleMessages.notImage,
  TOO_LARGE: validationMessages.imageTooLarge,
  TOO_WIDE: ruleMessages.imageTooWide,
};

/** @throws VALIDATION unless it is an image that papers can show */
function refuseLogo(logo: string | null | undefined): void {
  const problem = logo ? logoProblem(logo) : null;
  if (problem) throw invalid({ path: 'logo', message: logoMessages[problem] });
}

/** JSON for a column; undefined does not change it. */
const inJson = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

const inOrder = (names: RecordKindNames) =>
  Object.fromEntries(recordKinds.map((kind) => [kind, names[kind]])) as RecordKindNames;

/** The settings as an admin reads them. */
async function wholeSettings(db: Db, now: Date): Promise<Settings> {
  const row = await db.selectFrom('settings').selectAll().executeTakeFirstOrThrow();
  const { id: _id, created_at: _created, terms_changed_at: _changed, is_demo, ...others } = row;
  const { record_kinds, weekend_days, result_rules, sections_enabled, ...kept } = others;
  const today = dateInZone(now, row.time_zone);
  return {
    ...kept,
    is_demo: is_demo === 1,
    record_kinds: parseRecordKindNames(record_kinds),
    weekend_days: weekend_days === null ? [...defaultWeekendDays] : JSON.parse(weekend_days),
    result_rules: result_rules === null ? [...defaultResultRules] : JSON.parse(result_rules),
    sections_enabled: sections_enabled === 1,
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

/** The settings that everybody needs. */
function forEverybody(settings: Settings): z.input<typeof settingsApi.read.response> {
  const { institute_name, logo, current_academic_year, academic_year, terms, time_zone, today } = settings;
  const { record_kinds, weekend_days, result_rules } = settings;
  return {
    institute_name,
    logo,
    current_academic_year,
    academic_year,
    terms,
    time_zone,
    today,
    record_kinds,
    weekend_days,
    result_rules,
  };
}

const termSentences = {
  REVERSED: { field: 'end_date', message: ruleMessages.startsAfterEnd },
  OVERLAP: { field: 'start_date', message: ruleMessages.termsOverlap },
  NAME_TWICE: { field: 'name', message: ruleMessages.termNameTwice },
};

type WantedTerm = Term & { id?: number | undefined };

/**
 * Replaces the list of terms: known terms are changed, new ones added, the others removed.
 * @returns whether anything changed
 * @throws VALIDATION naming each invalid term, NOT_FOUND for a term that was deleted
 */
async function saveTerms(unit: UnitOfWork, wanted: readonly WantedTerm[]): Promise<boolean> {
  const problems = termProblems(wanted);
  if (problems.length > 0)
    throw invalid(
      ...problems.map(({ code, index }) => {
        const { field, message } = termSentences[code];
        return { path: `terms.${index}.${field}`, message };
      }),
    );
  const stored = await unit.trx.selectFrom('terms').select('id').execute();
  const kept = new Set(wanted.map(({ id }) => id));
  if (wanted.some(({ id }) => id !== undefined && !stored.some((term) => term.id === id))) throw notFound();
  const gone = stored.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  await unit.remove('terms', gone);
  for (const { id, ...term } of wanted) {
    if (id === undefined) await unit.insert('terms', term);
    else await unit.update('terms', id, term);
  }
  return unit.changed('terms').length > 0;
}
