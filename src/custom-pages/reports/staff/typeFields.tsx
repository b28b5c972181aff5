import type { StudentRow } from '../../../../contract/students';
import { levelNames, levels } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { ChoiceField } from '../ChoiceField';
import { subjectsFor } from './staffReportModel';
import type { ReportChoice } from './useReportChoice';

interface FieldProps {
  choice: ReportChoice;
  hasError?: boolean;
}

/** Levels 1-8; none: all. Spec 2 §9. */
export function LevelField({ choice: { selection, choose } }: FieldProps) {
  const t = useText();
  return (
    <ChoiceField
      label={t('staffReports.level')}
      anyLabel={t('staffReports.allLevels')}
      value={selection.level === null ? null : String(selection.level)}
      choices={levels.map((level) => [String(level), levelNames[level]] as const)}
      onChange={(level) => choose({ level: level === null ? null : Number(level) })}
    />
  );
}

/** Students of the batch, by name or number. */
export function StudentField({ choice: { selection, choose }, hasError = false }: FieldProps) {
  const t = useText();
  const { batchId, studentId, type } = selection;
  return (
    <RecordPicker<StudentRow>
      // Another batch has other students: the name of the last one is forgotten.
      key={batchId}
      resource="students"
      by="student_id"
      label={t('staffReports.student')}
      placeholder={t(type === 'daily-range' ? 'staffReports.everybody' : 'staffReports.chooseStudent')}
      optionText={({ full_name }) => full_name}
      optionNote={({ student_id }) => student_id}
      sort={{ field: 'full_name', order: 'ASC' }}
      filter={{ batch_id: batchId }}
      value={studentId}
      hasError={hasError}
      isDisabled={batchId === null}
      onChange={(student) => choose({ studentId: student?.student_id ?? null })}
    />
  );
}

/** Those of the batch that the type is for. */
export function SubjectField({ choice, hasError = false }: FieldProps) {
  const t = useText();
  const { selection, choose, isReadingSubjects } = choice;
  const { batchId, level, type } = selection;
  const offered = subjectsFor(selection, choice.subjects);
  const isKnown = offered.some(({ subject_code }) => subject_code === selection.subjectCode);
  const isEmpty = batchId !== null && !isReadingSubjects && offered.length === 0;
  const emptyText = () => {
    if (type === 'daily-log' || type === 'daily-range') return t('teaching.noDailySubjects');
    return t(level === null ? 'teaching.noSubjects' : 'staffReports.noSubjectsOfLevel');
  };
  return (
    <ChoiceField
      label={t('teaching.subject')}
      anyLabel={t('teaching.chooseSubject')}
      value={isKnown ? selection.subjectCode : null}
      choices={offered.map(({ subject_code, name }) => [subject_code, name] as const)}
      hasError={hasError}
      isDisabled={batchId === null || isEmpty}
      helperText={isEmpty ? emptyText() : undefined}
      onChange={(subjectCode) => choose({ subjectCode })}
    />
  );
}
