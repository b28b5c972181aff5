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
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import { ruleMessages } from '../../../contract/errors';
import type { Program } from '../../../contract/programs';
import { batchFields } from '../../../contract/courseFields';
import { academicYearRange, cleanAcademicYear, isAcademicYear } from '../../../contract/rules/academicYear';
import { foldDigits } from '../../../contract/rules/arabicText';
import {
  type AgeGroup,
  ageGroupNames,
  ageGroups,
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
import { DayInput } from '../../ui/form/DayInput';
import { FieldInputs, type InputByField } from '../../ui/form/FieldInputs';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { staleFields } from '../../ui/form/StaleDialog';
import { useOnlyRecord } from '../../ui/form/useOnlyRecord';
import { Page } from '../../ui/page/Page';
import { EmptyState, LoadingState } from '../../ui/page/States';
import { AddProgramButton } from './AddProgramButton';
import { batchNumberRange, batchToSave, isReversed, newBatch, parseWholeNumber } from './batchModel';

export function BatchCreate() {
  const { mutationOptions } = useSaveOutcome({
    successKey: 'batches.created',
    failureKey: 'batches.saveFailed',
  });
  const { year, isLoaded } = useAcademicYear();
  const { record: onlyProgram, total, isPending } = useOnlyRecord<Program>('programs');
  return (
    <CreateBase mutationOptions={mutationOptions} transform={batchToSave}>
      <Page title={t('batches.addTitle')} subtitle={t('batches.addSubtitle')}>
        {total === 0 ? (
          <EmptyState
            title={t('programs.emptyTitle')}
            text={t('batches.noPrograms')}
            action={<AddProgramButton />}
          />
        ) : isLoaded && !isPending ? (
          <BatchForm year={year} program={onlyProgram} />
        ) : (
          <LoadingState shape="form" />
        )}
      </Page>
    </CreateBase>
  );
}

/** Later values of the props do not change the form. */
function BatchForm({ year, program }: { year: string; program: Program | null }) {
  const [defaults] = useState(() => newBatch(year, program));
  return (
    <RecordForm defaultValues={defaults} isNew>
      <BatchInputs />
    </RecordForm>
  );
}

export function BatchEdit() {
  const outcome = useSaveOutcome({ successKey: 'batches.updated', failureKey: 'batches.saveFailed' });
  const formatProgram = (code: unknown) => {
    const values = [outcome.stale?.mine, outcome.stale?.theirs].find((side) => side?.['program_id'] === code);
    return String(values?.['program_name'] ?? code);
  };
  const label = t('resources.batches.fields.program_id');
  const program = { name: 'program_id', label, format: formatProgram };
  return (
    <EditPage
      title={t('batches.editTitle')}
      subtitle={t('batches.editSubtitle')}
      failureTitle={t('batches.loadFailed')}
      outcome={outcome}
      fields={staleFields(batchFields, {
        section: (value) => sectionNames[value as Section],
        age_group: (value) => ageGroupNames[value as AgeGroup],
      }).toSpliced(1, 0, program)}
      transform={batchToSave}
    >
      <BatchInputs />
    </EditPage>
  );
}

function BatchInputs() {
  const today = useToday();
  const stored = useRecordContext<Batch>();
  const validateRequired = required('validation.required');
  const validateName = (value: unknown) =>
    String(value ?? '').includes('/') ? t('validation.noSlash') : undefined;
  const validateNumber = (value: unknown) => {
    const number = parseWholeNumber(value);
    if (number === null) return t('validation.wholeNumber');
    const { least: min, most: max } = batchNumberRange;
    return number < min || number > max ? t('validation.between', batchNumberRange) : undefined;
  };
  const validateYear = (value: unknown) => {
    const year = cleanAcademicYear(String(value ?? ''));
    if (year === stored?.academic_year || isAcademicYear(year, today)) return undefined;
    return ruleMessages.notAcademicYear(academicYearRange(today));
  };
  const validateEnd = (value: unknown, { start_date }: Record<string, unknown>) =>
    isReversed(start_date, value) ? ruleMessages.datesReversed : undefined;
  const statuses = new Set([...batchStatuses, ...(stored?.status ? [stored.status] : [])]);
  const inputs: InputByField<typeof batchFields> = {
    batch_name: (
      <FullWidth>
        <TextInput
          source="batch_name"
          validate={[validateRequired, validateName]}
          helperText={t('batches.nameHint')}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
      </FullWidth>
    ),
    batch_number: (
      <TextInput
        source="batch_number"
        parse={foldDigits}
        validate={[validateRequired, validateNumber]}
        helperText={false}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
      />
    ),
    academic_year: (
      <TextInput
        source="academic_year"
        parse={foldDigits}
        validate={[validateRequired, validateYear]}
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
        validate={validateRequired}
        helperText={false}
      />
    ),
    section: <SectionInput choices={sections} initial={defaultSection} />,
    start_date: <DayInput source="start_date" />,
    end_date: <DayInput source="end_date" validate={[validateEnd]} />,
    age_group: (
      <SelectInput
        source="age_group"
        margin="none"
        choices={ageGroups.map((id) => ({ id, name: ageGroupNames[id] }))}
        translateChoice={false}
        validate={validateRequired}
        helperText={t('batches.ageGroupHint')}
      />
    ),
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <FullWidth>
        <BatchProgramInput validate={validateRequired} />
      </FullWidth>
      <FieldInputs fields={batchFields} inputs={inputs} />
    </Box>
  );
}

const FullWidth = ({ children }: { children: ReactNode }) => (
  <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>
);

const identity = (value: unknown) => value;

/** Also sets the name of the programme. */
function BatchProgramInput({ validate }: { validate: Validator }) {
  const translateLabel = useTranslateLabel();
  const batch = useRecordContext<Batch>();
  const { setValue } = useFormContext();
  const { defaultValues } = useFormState();
  const { field, fieldState, isRequired } = useInput({
    source: 'program_id',
    validate,
    format: identity,
    parse: identity,
  });
  const hasStudents = (batch?.students_count ?? 0) > 0;
  const isProgramChanged = hasStudents && field.value !== batch?.program_id;
  const message = fieldState.error?.message;
  return (
    <RecordPicker<Program>
      resource="programs"
      keyField="program_id"
      label={translateLabel({ source: 'program_id', resource: 'batches' })}
      placeholder={t('batches.chooseProgram')}
      optionText={({ program_name }) => program_name}
      optionNote={({ program_id }) => program_id}
      sort={{ field: 'program_name', order: 'ASC' }}
      value={field.value as string | null}
      valueText={field.value === defaultValues?.['program_id'] ? defaultValues?.['program_name'] : null}
      onChange={(program) => {
        setValue('program_name', program?.program_name ?? null);
        field.onChange(program?.program_id ?? null);
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      isRequired={isRequired}
      hasError={fieldState.invalid}
      helperText={
        message ? (
          <ValidationError error={message} />
        ) : isProgramChanged ? (
          t('batches.movesStudents')
        ) : undefined
      }
    />
  );
}

function BatchLevelInput() {
  const [code, level] = useWatch({ name: ['program_id', 'level'] }) as [string | null, Level | null];
  const maxLevel = useMaxLevel(code);
  // A stored level above `maxLevel` stays in the list, so that the user can correct it.
  const visibleLevels = levels.filter((candidate) => candidate <= maxLevel || candidate === level);
  const validateLevel = (value: unknown) =>
    Number(value ?? 0) > maxLevel ? t('validation.atMost', { most: maxLevel }) : undefined;
  return (
    <SelectInput
      source="level"
      margin="none"
      choices={visibleLevels.map((id) => ({ id, name: levelNames[id] }))}
      translateChoice={false}
      emptyText={t('batches.noLevel')}
      validate={validateLevel}
      helperText={false}
    />
  );
}

const defaultLevels = levels.length;

function useMaxLevel(code: string | null): number {
  const { data } = useGetList<Program>(
    'programs',
    { filter: { q: code }, pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'DESC' } },
    { enabled: Boolean(code) },
  );
  return data?.find(({ program_id }) => program_id === code)?.levels ?? defaultLevels;
}
