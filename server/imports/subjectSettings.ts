import {
  defaultGradeSettings,
  type GradeSettings,
  hasSameSettings,
} from '../../contract/rules/gradeSettings';
import type { SubjectValues } from '../../contract/rules/importsRecords';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Row } from '../db/schema';
import { toGradeSettings, toGradeSettingsColumns } from '../domain/offering';
import { type Draft, loadInChunks, type PlanContext } from './planning';

export type SubjectDraft = Draft<'subjects'>;

/** The settings of the offerings that an import adds. It never changes the settings of stored offerings. */
class SettingsPlan {
  /** The stored offerings whose settings are copied. */
  readonly #sourceIds = new Map<SubjectDraft, number>();
  /** Null: none, and none are copied. */
  readonly #ofNew = new Map<SubjectDraft, GradeSettings | null>();

  constructor(private readonly ofStored: ReadonlyMap<number, GradeSettings>) {}

  add(
    draft: SubjectDraft,
    sourceId: number | undefined,
    gradeSettings: GradeSettings | null | undefined,
  ): void {
    if (sourceId !== undefined) this.#sourceIds.set(draft, sourceId);
    if (gradeSettings !== undefined) this.#ofNew.set(draft, gradeSettings);
  }

  isSame(draft: SubjectDraft, gradeSettings: GradeSettings): boolean {
    const current = draft.stored ? this.ofStored.get(draft.stored.id) : this.#ofNew.get(draft);
    return hasSameSettings(gradeSettings, current ?? defaultGradeSettings);
  }

  /** @param rows the rows of the drafts, in the same order */
  async write(
    unit: UnitOfWork,
    drafts: readonly SubjectDraft[],
    rows: readonly Row<'subjects'>[],
  ): Promise<void> {
    const offerings = drafts.map((draft, index) => ({
      from: this.#sourceIds.get(draft),
      to: rows[index]?.id ?? 0,
      gradeSettings: this.#ofNew.get(draft),
    }));
    await copySettings(unit, 'subject_curriculum', offerings);
    const copied = offerings.filter(({ gradeSettings }) => gradeSettings === undefined);
    await copySettings(unit, 'subject_grade_settings', copied);
    const ownRows = offerings.flatMap(({ to, gradeSettings }) =>
      gradeSettings ? [{ subject_id: to, ...toGradeSettingsColumns(gradeSettings) }] : [],
    );
    await unit.insertMany('subject_grade_settings', ownRows);
  }
}

/** Loads the stored settings only if the file has settings. */
export async function planSettings(
  { db }: PlanContext,
  rows: readonly SubjectValues[],
  knownDrafts: readonly SubjectDraft[],
): Promise<SettingsPlan> {
  const hasSettings = rows.some(({ gradeSettings }) => gradeSettings);
  const stored = await loadInChunks(
    hasSettings ? knownDrafts.map((draft) => draft.stored?.id) : [],
    (chunk) => db.selectFrom('subject_grade_settings').selectAll().where('subject_id', 'in', chunk).execute(),
  );
  return new SettingsPlan(new Map(stored.map((row) => [row.subject_id, toGradeSettings(row)])));
}

async function copySettings(
  unit: UnitOfWork,
  table: 'subject_curriculum' | 'subject_grade_settings',
  offerings: readonly { from: number | undefined; to: number }[],
): Promise<void> {
  const sourceIds = offerings.flatMap(({ from }) => from ?? []);
  if (sourceIds.length === 0) return;
  const stored = await unit.trx.selectFrom(table).selectAll().where('subject_id', 'in', sourceIds).execute();
  const rows = offerings.flatMap(({ from, to }) => {
    const source = stored.find(({ subject_id }) => subject_id === from);
    if (!source) return [];
    const { id: _id, version: _version, created_at: _created, updated_at: _updated, ...values } = source;
    return [{ ...values, subject_id: to }];
  });
  await unit.insertMany(table, rows);
}
