import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  CreateBase,
  required,
  SelectInput,
  TextInput,
  useGetList,
  useInput,
  useRecordContext,
  useTranslateLabel,
  ValidationError,
  type Validator,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import { ruleMessages } from '../../../contract/errors';
import type { Program } from '../../../contract/programs';
import { batchFields } from '../../../contract/courseFields';
import { academicYearRange, cleanAcademicYear, isAcademicYear } from '../../../contract/rules/academicYear';
import { foldDigits } from '../../../contract/rules/arabicText';
import {
  batchStatuses,
  defaultSection,
  type Level,
  levelNames,
  levels,
  type Section,
  sectionNames,
  sections,
} from '../../../contract/vocabulary';
import { useAcademicYear, useToday } from '../../dataProvider/useInstitute';
import { SectionInput } from '../../features/accounts/SectionInput';
import { t } from '../../i18n/text';
import { DayField } from '../../ui/form/DayField';
import { FieldInputs, type InputsOf } from '../../ui/form/FieldInputs';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { staleFields } from '../../ui/form/StaleDialog';
import { isDay } from '../../ui/form/days';
import { Page } from '../../ui/page/Page';
import { EmptyState, Waiting } from '../../ui/page/States';
import { AddProgramButton, useHasPrograms } from './AddProgramButton';
import { batchNumbers, batchToSave, isReversed, newBatch, wholeNumber } from './batchModel';

export function BatchCreate() {
  const { mutationOptions } = useSaveOutcome({ saved: 'batches.created', failed: 'batches.saveFailed' });
  const { year, isLoaded } = useAcademicYear();
  return (
    <CreateBase mutationOptions={mutationOptions} transform={batchToSave}>
      <Page title={t('batches.addTitle')} subtitle={t('batches.addQuiet')}>
        {!useHasPrograms() ? (
          <EmptyState
            title={t('programs.emptyTitle')}
            text={t('batches.noPrograms')}
            action={<AddProgramButton />}
          />
        ) : isLoaded ? (
          <BatchForm year={year} />
        ) : (
          <Waiting />
        )}
      </Page>
    </CreateBase>
  );
}

/** The year is only the initial value. */
function BatchForm({ year }: { year: string }) {
  const [defaults] = useState(() => newBatch(year));
  return (
    <RecordForm defaultValues={defaults} isNew>
      <BatchInputs />
    </RecordForm>
  );
}

export function BatchEdit() {
  const outcome = useSaveOutcome({ saved: 'batches.updated', failed: 'batches.saveFailed' });
  const programName = (code: unknown) => {
    const named = [outcome.stale?.mine, outcome.stale?.theirs].find((side) => side?.['program_id'] === code);
    return String(named?.['program_name'] ?? code);
  };
  const label = t('resources.batches.fields.program_id');
  const program = { name: 'program_id', label, shown: programName };
  return (
    <EditPage
      title={t('batches.editTitle')}
      subtitle={t('batches.editQuiet')}
      failed={t('batches.loadFailed')}
      outcome={outcome}
      fields={staleFields(batchFields, { section: (value) => sectionNames[value as Section] }).toSpliced(
        1,
        0,
        program,
      )}
      transform={batchToSave}
    >
      <BatchInputs />
    </EditPage>
  );
}

/** The fields of a batch, without those that this server does not store. */
function BatchInputs() {
  const today = useToday();
  const stored = useRecordContext<Batch>();
  const filled = required('validation.required');
  const isName = (value: unknown) =>
    String(value ?? '').includes('/') ? t('validation.noSlash') : undefined;
  const isNumber = (value: unknown) => {
    const number = wholeNumber(value);
    if (number === null) return t('validation.wholeNumber');
    const { least, most } = batchNumbers;
    return number < least || number > most ? t('validation.between', batchNumbers) : undefined;
  };
  const isYear = (value: unknown) => {
    const year = cleanAcademicYear(String(value ?? ''));
    if (year === stored?.academic_year || isAcademicYear(year, today)) return undefined;
    return ruleMessages.notAcademicYear(academicYearRange(today));
  };
  const followsStart = (value: unknown, { start_date }: Record<string, unknown>) =>
    isReversed(start_date, value) ? ruleMessages.datesReversed : undefined;
  const statuses = new Set([...batchStatuses, ...(stored?.status ? [stored.status] : [])]);
  const inputs: InputsOf<typeof batchFields> = {
    batch_name: (
      <Wide>
        <TextInput
          source="batch_name"
          validate={[filled, isName]}
          helperText={t('batches.nameHint')}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
      </Wide>
    ),
    batch_number: (
      <TextInput
        source="batch_number"
        parse={foldDigits}
        validate={[filled, isNumber]}
        helperText={false}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
      />
    ),
    academic_year: (
      <TextInput
        source="academic_year"
        parse={foldDigits}
        validate={[filled, isYear]}
        helperText={t('batches.yearHint')}
        slotProps={{ htmlInput: { maxLength: 20 } }}
      />
    ),
    level: <BatchLevelInput />,
    status: (
      <SelectInput
        source="status"
        margin="none"
        choices={[...statuses].map((name) => ({ id: name, name }))}
        translateChoice={false}
        validate={filled}
        helperText={false}
      />
    ),
    section: <SectionInput choices={sections} initial={defaultSection} />,
    start_date: <DayInput source="start_date" />,
    end_date: <DayInput source="end_date" validate={[followsStart]} />,
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Wide>
        <BatchProgramInput validate={filled} />
      </Wide>
      <FieldInputs fields={batchFields} inputs={inputs} />
    </Box>
  );
}

const Wide = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;

/** A day of the batch; it may be empty but not invalid. */
function DayInput({ source, validate = [] }: { source: string; validate?: Validator[] }) {
  const translateLabel = useTranslateLabel();
  const isRead = (day: unknown) => (day && !isDay(String(day)) ? t('days.notRead') : undefined);
  const { field, fieldState } = useInput({ source, validate: [isRead, ...validate] });
  const message = fieldState.error?.message;
  return (
    <DayField
      label={String(translateLabel({ source, resource: 'batches' }))}
      value={field.value as string}
      isEager
      problem={message && <ValidationError error={message} />}
      inputRef={field.ref}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}

const asIs = (value: unknown) => value;

/** Chooses the programme by its code and also writes its name. */
function BatchProgramInput({ validate }: { validate: Validator }) {
  const translateLabel = useTranslateLabel();
  const batch = useRecordContext<Batch>();
  const { setValue } = useFormContext();
  const { field, fieldState, isRequired } = useInput({
    source: 'program_id',
    validate,
    format: asIs,
    parse: asIs,
  });
  const hasStudents = (batch?.students_count ?? 0) > 0;
  const isMoved = hasStudents && field.value !== batch?.program_id;
  const message = fieldState.error?.message;
  return (
    <RecordPicker<Program>
      resource="programs"
      by="program_id"
      label={translateLabel({ source: 'program_id', resource: 'batches' })}
      placeholder={t('batches.chooseProgram')}
      optionText={({ program_name }) => program_name}
      optionNote={({ program_id }) => program_id}
      sort={{ field: 'program_name', order: 'ASC' }}
      value={field.value as string | null}
      knownText={field.value === batch?.program_id ? batch?.program_name : null}
      onChange={(program) => {
        setValue('program_name', program?.program_name ?? null);
        field.onChange(program?.program_id ?? null);
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      isRequired={isRequired}
      hasError={fieldState.invalid}
      helperText={
        message ? <ValidationError error={message} /> : isMoved ? t('batches.movesStudents') : undefined
      }
    />
  );
}

/** The level of the batch: one of the levels of its programme. */
function BatchLevelInput() {
  const [code, level] = useWatch({ name: ['program_id', 'level'] }) as [string | null, Level | null];
  const most = useLevelsOf(code);
  // A level above those of the programme stays visible, so that it can be corrected.
  const offered = levels.filter((one) => one <= most || one === level);
  const isOfProgram = (value: unknown) =>
    Number(value ?? 0) > most ? t('validation.atMost', { most }) : undefined;
  return (
    <SelectInput
      source="level"
      margin="none"
      choices={offered.map((id) => ({ id, name: levelNames[id] }))}
      translateChoice={false}
      emptyText={t('batches.noLevel')}
      validate={isOfProgram}
      helperText={false}
    />
  );
}

const defaultLevels = levels.length;

function useLevelsOf(code: string | null): number {
  const { data } = useGetList<Program>(
    'programs',
    { filter: { q: code }, pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'DESC' } },
    { enabled: Boolean(code) },
  );
  return data?.find(({ program_id }) => program_id === code)?.levels ?? defaultLevels;
}
