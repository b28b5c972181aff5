import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { StudentRow } from '../../../../contract/students';
import { levelNames, levels } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';
import { RecordPicker } from '../../../ui/RecordPicker';
import { subjectsFor } from './staffReportModel';
import type { ReportChoice } from './useReportChoice';

const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };

interface FieldProps {
  choice: ReportChoice;
  hasError?: boolean;
}

/** Levels 1-8; none: all. Spec 2 §9. */
export function LevelField({ choice: { selection, choose } }: FieldProps) {
  const t = useText();
  return (
    <TextField
      select
      label={t('staffReports.level')}
      value={selection.level === null ? '' : String(selection.level)}
      onChange={({ target }) => choose({ level: target.value === '' ? null : Number(target.value) })}
      slotProps={shrunk}
    >
      <MenuItem value="">{t('staffReports.allLevels')}</MenuItem>
      {levels.map((level) => (
        <MenuItem key={level} value={String(level)}>
          {levelNames[level]}
        </MenuItem>
      ))}
    </TextField>
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
    <TextField
      select
      label={t('teaching.subject')}
      value={isKnown ? selection.subjectCode : ''}
      error={hasError}
      disabled={batchId === null || isEmpty}
      helperText={isEmpty ? emptyText() : undefined}
      onChange={({ target }) => choose({ subjectCode: target.value || null })}
      slotProps={shrunk}
    >
      <MenuItem value="">{t('teaching.chooseSubject')}</MenuItem>
      {offered.map(({ subject_code, name }) => (
        <MenuItem key={subject_code} value={subject_code}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
