import ExpandLess from '@mui/icons-material/ExpandLess';
import { useQuery } from '@tanstack/react-query';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import type { ReactNode, Ref } from 'react';
import type { KindFilter } from '../../../../contract/dailyRecords';
import { ruleMessages } from '../../../../contract/errors';
import { paperText as labels } from '../../../../contract/reports/paperText';
import { maxRangeDays } from '../../../../contract/reports/reports';
import type { StudentRow } from '../../../../contract/students/students';
import { defaultRecordKind, levelNames, levels } from '../../../../contract/vocabulary';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { useApi } from '../../../dataProvider/useApi';
import { BatchField, ProgramField } from '../../../features/teaching-context/OfferingFilters';
import { textFor } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { ChoiceField } from '../../../ui/form/ChoiceField';
import { DayField } from '../../../ui/form/DayField';
import { Form } from '../../../ui/form/Form';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { fieldsStyle } from './fieldsStyle';
import { typeForms, rangeProblem, type SelectionField, filterSubjects } from './staffReportModel';
import { type ReportChoice, useKindChoices } from './useStaffReport';

interface ReportFormProps {
  choice: ReportChoice;
  isBusy: boolean;
  /** Called if the settings are complete and the user requests the report. */
  onGenerate: () => void;
  /** Buttons for the result. */
  actions: ReactNode;
  foldRef: Ref<HTMLButtonElement>;
  /** Folds the form; undefined without a visible report. */
  onFold: (() => void) | undefined;
}

export function ReportForm({ choice, isBusy, onGenerate, actions, foldRef, onFold }: ReportFormProps) {
  const { notifyError } = useNotices();
  const { missing } = choice;
  const generate = () => {
    const problem = choice.generate();
    if (problem) notifyError(t(`staffReports.${problem.messageKey}`));
    else onGenerate();
  };
  return (
    <Card
      component={Form}
      className="no-print"
      aria-label={t('staffReports.settings')}
      onSubmit={generate}
      sx={{ p: { xs: 2, sm: 3 }, overflow: 'visible' }}
    >
      <Box sx={headStyle}>
        <Typography variant="h3" component="h2">
          {t('staffReports.settings')}
        </Typography>
        {onFold && (
          <Button ref={foldRef} aria-expanded endIcon={<ExpandLess />} onClick={onFold}>
            {t('staffReports.foldSettings')}
          </Button>
        )}
      </Box>
      <ReportFields choice={choice} />
      {missing && (
        <Typography color="error" sx={{ mt: 1.5, fontWeight: 600 }} data-missing>
          {t(`staffReports.${missing.messageKey}`)}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={isBusy}>
          {t('staffReports.generate')}
        </Button>
        <Button onClick={choice.clear}>{t('staffReports.clear')}</Button>
        <Box sx={{ flex: 1 }} />
        {actions}
      </Stack>
    </Card>
  );
}

/** The head keeps its height when a change of the settings removes the report and the button. */
const headStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 44,
  mb: 1,
} as const;

function ReportFields({ choice }: { choice: ReportChoice }) {
  const { selection, choose, missing } = choice;
  const { type } = selection;
  const fields = type === null ? [] : typeForms[type].fields;
  const isMissing = (field: SelectionField) => missing?.fields.includes(field) ?? false;
  const rangeError = rangeProblem(selection);
  return (
    <Box sx={fieldsStyle}>
      <ProgramBatchFields choice={choice} />
      {fields.map((field) => {
        if (field === 'level') return <LevelField key={field} choice={choice} />;
        if (field === 'subjectCode')
          return <SubjectField key={field} choice={choice} hasError={isMissing(field)} />;
        if (field === 'studentId')
          return <StudentField key={field} choice={choice} hasError={isMissing(field)} />;
        if (field === 'kind') return <KindField key={field} choice={choice} />;
        if (field === 'circleId') return <CircleField key={field} choice={choice} />;
        const isEnd = field === 'endDate';
        const rangeMessage =
          rangeError === 'rangeTooLong'
            ? ruleMessages.rangeTooLong(maxRangeDays)
            : rangeError && ruleMessages[rangeError];
        return (
          <DayField
            key={field}
            label={t(isEnd ? 'ui.lastDay' : 'ui.firstDay')}
            value={selection[field] ?? ''}
            problem={(isEnd && rangeMessage) || (isMissing(field) ? t('staffReports.required') : '')}
            onChange={(day) => choose({ [field]: day || null })}
          />
        );
      })}
    </Box>
  );
}

export function ProgramBatchFields({
  choice: { selection, batch, choose, missing },
}: {
  choice: ReportChoice;
}) {
  const { programId, batchId } = selection;
  const isMissing = (field: SelectionField) => missing?.fields.includes(field) ?? false;
  return (
    <>
      <ProgramField
        programId={programId}
        batch={batch}
        hasError={isMissing('programId')}
        onChange={(id) => choose({ programId: id })}
      />
      <BatchField
        batchId={batchId}
        batch={batch}
        programId={programId}
        hasError={isMissing('batchId')}
        onChange={(chosen) =>
          choose({
            batchId: chosen?.id ?? null,
            programId: chosen ? (chosen.program_id ?? programId) : programId,
          })
        }
      />
    </>
  );
}

interface FieldProps {
  choice: ReportChoice;
  hasError?: boolean;
}

/** Levels 1 to 8, or all levels (spec 2 §9). */
function LevelField({ choice: { selection, choose } }: FieldProps) {
  return (
    <ChoiceField
      label={t('labels.level')}
      anyLabel={t('labels.anyLevel')}
      value={selection.level === null ? null : String(selection.level)}
      choices={levels.map((level) => [String(level), levelNames[level]] as const)}
      onChange={(level) => choose({ level: level === null ? null : Number(level) })}
    />
  );
}

/** Renders nothing if the server has no kinds. */
function KindField({ choice: { selection, choose } }: FieldProps) {
  const choices = useKindChoices();
  if (choices.length === 0) return null;
  return (
    <ChoiceField<KindFilter>
      label={labels.recordKind}
      value={selection.kind ?? defaultRecordKind}
      choices={choices}
      onChange={(kind) => choose({ kind: kind === defaultRecordKind ? null : kind })}
    />
  );
}

/** Renders nothing if the subject has no circles. */
function CircleField({ choice: { selection, choose } }: FieldProps) {
  const { circlesOf } = useApi();
  const features = useServerFeatures();
  const subjectCode = selection.subjectCode ?? '';
  const { data: circles = [] } = useQuery({
    queryKey: ['circles', 'of', subjectCode],
    queryFn: () => circlesOf(subjectCode),
    enabled: subjectCode !== '' && features.has('circles'),
  });
  if (circles.length === 0) return null;
  return (
    <ChoiceField
      label={t('labels.circle')}
      anyLabel={t('teaching.allCircles')}
      value={selection.circleId === null ? null : String(selection.circleId)}
      choices={circles.map(({ id, name }) => [String(id), name] as const)}
      onChange={(id) => choose({ circleId: id === null ? null : Number(id) })}
    />
  );
}

function StudentField({ choice: { selection, batch, choose }, hasError = false }: FieldProps) {
  const text = textFor(batch?.section);
  const { batchId, studentId, type } = selection;
  return (
    <RecordPicker<StudentRow>
      // The students of another batch differ, so the new key clears the chosen name.
      key={batchId}
      resource="students"
      keyField="student_id"
      label={text('labels.student')}
      placeholder={text(type === 'daily-range' ? 'staffReports.everybody' : 'staffReports.chooseStudent')}
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

export function SubjectField({ choice, hasError = false }: FieldProps) {
  const { selection, choose, isLoadingSubjects: isReadingSubjects } = choice;
  const { batchId, level, type } = selection;
  const offeredSubjects = filterSubjects(selection, choice.subjects);
  const isOffered = offeredSubjects.some(({ subject_code }) => subject_code === selection.subjectCode);
  const isEmpty = batchId !== null && !isReadingSubjects && offeredSubjects.length === 0;
  const emptyText = () => {
    if (type === 'daily-log' || type === 'daily-range') return t('teaching.noDailySubjects');
    return t(level === null ? 'teaching.noSubjects' : 'staffReports.noSubjectsOfLevel');
  };
  return (
    <ChoiceField
      label={t('labels.subject')}
      anyLabel={t('teaching.chooseSubject')}
      value={isOffered ? selection.subjectCode : null}
      choices={offeredSubjects.map(({ subject_code, name }) => [subject_code, name] as const)}
      hasError={hasError}
      isDisabled={batchId === null || isEmpty}
      onRetry={choice.retrySubjects}
      helperText={isEmpty ? emptyText() : undefined}
      onChange={(subjectCode) => choose({ subjectCode })}
    />
  );
}
