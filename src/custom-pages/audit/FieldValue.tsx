import { useReference } from 'react-admin';
import { roleLabels } from '../../../contract/vocabulary';
import { ar } from '../../i18n/ar';
import { useText } from '../../i18n/useText';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { Moment } from '../../ui/page/Moment';
import type { Value } from './difference';

const references: Partial<Record<string, { resource: string; name: string }>> = {
  program_row_id: { resource: 'programs', name: 'program_name' },
  batch_id: { resource: 'batches', name: 'batch_name' },
  subject_id: { resource: 'subjects', name: 'name' },
  student_row_id: { resource: 'students', name: 'full_name' },
  user_id: { resource: 'users', name: 'name' },
  teacher_id: { resource: 'users', name: 'name' },
};
const words: Partial<Record<string, Partial<Record<string, string>>>> = {
  role: roleLabels,
  teacher_scope: ar.audit.teacherScopes,
  question_type: ar.audit.questionTypes,
};
const yesNo = /^(is_|must_|require_|allow_|needs_)|_enabled$/;
const listed = new Set(['curriculum_items', 'filter', 'sort']);
const day = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A stored value as a person reads it: names for row numbers, words for yes and no, both calendars for days. */
export function FieldValue({ column, value }: { column: string; value: Value }) {
  const t = useText();
  if (value === null || value === '') return t('ui.empty');
  const reference = references[column];
  if (reference && typeof value === 'number') return <ReferredName {...reference} id={value} />;
  if (yesNo.test(column)) return t(Number(value) === 0 ? 'audit.no' : 'audit.yes');
  const text = String(value);
  if (day.test(text)) return <BothDates value={text} />;
  if (time.test(text)) return <Moment value={text} />;
  if (typeof value === 'number') return <Isolated>{value}</Isolated>;
  return <bdi>{words[column]?.[text] ?? (listed.has(column) ? listText(text) : text)}</bdi>;
}

/** The record of today under that number; its number where it is gone. */
function ReferredName({ resource, name, id }: { resource: string; name: string; id: number }) {
  const t = useText();
  const { referenceRecord, isPending } = useReference({ reference: resource, id });
  if (isPending) return t('ui.loading');
  const found: unknown = referenceRecord?.[name];
  return <bdi>{found ? String(found) : t('audit.rowId', { id })}</bdi>;
}

/** What stands in a JSON list or object, one after the other. */
function listText(json: string): string {
  try {
    const stored: unknown = JSON.parse(json);
    if (Array.isArray(stored)) return stored.join(ar.audit.listSeparator);
    const pairs = Object.entries((stored ?? {}) as Record<string, unknown>);
    return pairs.map(([name, value]) => `${name}: ${String(value)}`).join(ar.audit.listSeparator);
  } catch {
    return json;
  }
}
