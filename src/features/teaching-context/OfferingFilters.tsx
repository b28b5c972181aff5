import { Box } from '@mui/material';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { type DayChoice, useDayNote } from './useDay';
import type { CircleChoice } from './useCircleChoice';
import type { OfferingChoice } from './useOfferingChoice';

export interface OfferingFiltersProps {
  choice: OfferingChoice;
  noSubjects?: string | undefined;
  /** The field of the circle is visible if the subject has circles. */
  circles?: CircleChoice | undefined;
  day?: DayChoice | undefined;
}

export function OfferingFilters({ choice, noSubjects, circles, day }: OfferingFiltersProps) {
  const { programId, batchId, batch, subjects, subject, isLoadingSubjects, retrySubjects } = choice;
  const isEmpty = batchId !== null && !isLoadingSubjects && subjects.length === 0;
  return (
    <Box
      component="search"
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 1 },
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(auto-fill, minmax(14rem, 1fr))',
        },
        alignItems: 'start',
      }}
    >
      <ProgramField programId={programId} batch={batch} onChange={choice.chooseProgram} />
      <BatchField batchId={batchId} batch={batch} programId={programId} onChange={choice.chooseBatch} />
      <ChoiceField
        label={t('labels.subject')}
        anyLabel={t('teaching.chooseSubject')}
        value={subject?.subject_code ?? null}
        choices={subjects.map(({ subject_code, name }) => [subject_code, name] as const)}
        isDisabled={batchId === null || isEmpty}
        onRetry={retrySubjects}
        helperText={isEmpty ? (noSubjects ?? t('teaching.noSubjects')) : undefined}
        onChange={choice.chooseSubject}
      />
      {circles && circles.circles.length > 0 && <CircleField choice={circles} />}
      {day && <LessonDayField day={day} batch={batch} />}
    </Box>
  );
}

interface LessonDayFieldProps {
  day: DayChoice;
  batch: Batch | undefined;
}

export const LessonDayField = ({ day, batch }: LessonDayFieldProps) => (
  <DayField
    label={t('labels.date')}
    value={day.date}
    max={day.today}
    isNeverEmpty
    note={useDayNote(day.date, batch)}
    tooLateMessage={t('teaching.futureDate')}
    onChange={day.setDate}
  />
);

function CircleField({ choice: { circles, circleId, chooseCircle } }: { choice: CircleChoice }) {
  return (
    <ChoiceField
      label={t('labels.circle')}
      anyLabel={t('teaching.allCircles')}
      value={circleId === null ? null : String(circleId)}
      choices={circles.map(({ id, name }) => [String(id), name] as const)}
      onChange={(id) => chooseCircle(id === null ? null : Number(id))}
    />
  );
}

interface ProgramFieldProps {
  programId: string | null;
  /** Shows the name of the batch's programme until the programme is loaded. */
  batch: Batch | undefined;
  hasError?: boolean;
  onChange: (programId: string | null) => void;
}

export function ProgramField({ programId, batch, hasError = false, onChange }: ProgramFieldProps) {
  return (
    <RecordPicker<Program>
      resource="programs"
      keyField="program_id"
      label={t('labels.program')}
      placeholder={t('teaching.chooseProgram')}
      optionText={({ program_name }) => program_name}
      value={programId}
      valueText={batch?.program_id === programId ? batch?.program_name : null}
      hasError={hasError}
      onChange={(program) => onChange(program?.program_id ?? null)}
    />
  );
}

interface BatchFieldProps {
  batch: Batch | null | undefined;
  batchId?: number | null;
  programId?: string | null;
  placeholder?: string;
  hasError?: boolean;
  isDisabled?: boolean;
  onChange: (batch: Batch | null) => void;
}

export function BatchField({
  batch,
  batchId = batch?.id ?? null,
  programId = null,
  placeholder,
  hasError = false,
  isDisabled = false,
  onChange,
}: BatchFieldProps) {
  return (
    <RecordPicker<Batch>
      resource="batches"
      label={t('labels.batch')}
      placeholder={placeholder ?? t('teaching.chooseBatch')}
      optionText={({ batch_name }) => batch_name}
      value={batchId}
      valueText={batch?.batch_name ?? null}
      hasError={hasError}
      isDisabled={isDisabled}
      onChange={onChange}
      {...(programId === null ? {} : { filter: { program_id: programId } })}
    />
  );
}
