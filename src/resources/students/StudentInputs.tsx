import { Autocomplete, Stack, TextField, Typography } from '@mui/material';
import { RadioButtonGroupInput, required, TextInput, useRecordContext } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { isEmptyOrEmail, isStoredValue } from '../../../contract/fields';
import { studentFields } from '../../../contract/recordFields';
import { ruleMessages } from '../../../contract/errors';
import { ageInYears, isBirthDate, maxAge } from '../../../contract/rules/age';
import { foldArabic } from '../../../contract/rules/arabicText';
import { fullName } from '../../../contract/rules/identity';
import type { StudentRow } from '../../../contract/students/students';
import { genders } from '../../../contract/vocabulary';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useToday } from '../../dataProvider/useInstitute';
import { commonNationalities } from '../../i18n/ar/students';
import { t } from '../../i18n/text';
import { FieldInputs, type InputByField, PhoneInput } from '../../ui/form/FieldInputs';
import { DayInput } from '../../ui/form/DayInput';
import { FoldedSection } from '../../ui/form/FoldedSection';
import { FormSection } from '../../ui/form/RecordForm';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { useInitialValues } from '../../ui/form/useInitialValues';
import { useOnlyRecord } from '../../ui/form/useOnlyRecord';
import { Fact, Facts } from '../../ui/page/Facts';
import { GuardianInputs } from './guardians/GuardianInputs';
import { batchNote, isEmptyOrNationalId, type Placement, setBatch, setProgram } from './studentModel';

export const StudentInputs = ({ isStored = false }: { isStored?: boolean }) => (
  <Stack spacing={4}>
    <NameInputs isStored={isStored} />
    <IdentityInputs isStored={isStored} />
    <StudyInputs isStored={isStored} />
    <FileInputs isStored={isStored} />
    {!isStored && <GuardianInputs />}
  </Stack>
);

const nameFields = [
  { source: 'first_name', isRequired: true },
  { source: 'second_name', isRequired: false },
  { source: 'third_name', isRequired: false },
  { source: 'last_name', isRequired: true },
] as const;

const nameSlots = { htmlInput: { maxLength: 60, autoComplete: 'off' } };

/** A field of an imported student may be empty. Then the form does not ask for it. */
function useStored(isStored: boolean) {
  const record = useRecordContext<StudentRow>();
  const stored: Record<string, unknown> = (isStored && record) || {};
  return {
    isEmpty: (source: string) => isStored && (stored[source] ?? '') === '',
    isStoredValue: (source: string, value: unknown) => isStored && isStoredValue(stored, source, value),
  };
}

function NameInputs({ isStored }: { isStored: boolean }) {
  const validateRequired = required('validation.required');
  const { isEmpty } = useStored(isStored);
  return (
    <FormSection title={t('students.nameSection')}>
      {nameFields.map(({ source, isRequired }) => (
        <TextInput
          key={source}
          source={source}
          {...(isRequired && !isEmpty(source) ? { validate: validateRequired } : {})}
          helperText={false}
          slotProps={nameSlots}
        />
      ))}
      <FullNamePreview />
    </FormSection>
  );
}

function FullNamePreview() {
  const [first_name, second_name, third_name, last_name] = useWatch({
    name: ['first_name', 'second_name', 'third_name', 'last_name'],
  }) as (string | null | undefined)[];
  const name = fullName({ first_name, second_name, third_name, last_name });
  return (
    <Typography
      component="output"
      sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
      color="text.secondary"
    >
      {t('students.fullNamePreview')}
      {name === '' ? (
        t('students.fullNameEmpty')
      ) : (
        <Typography component="bdi" color="text.primary" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      )}
    </Typography>
  );
}

/** The direction is left-to-right, but the alignment is that of the other fields. */
const alignEnd = { '& input': { textAlign: 'end' } };
const htmlInput = { dir: 'ltr', autoComplete: 'off' };
const numberSlots = { htmlInput: { ...htmlInput, inputMode: 'numeric', maxLength: 40 } } as const;
const emailSlots = { htmlInput: { ...htmlInput, inputMode: 'email', maxLength: 254 } } as const;

type FileField = 'birth_date' | 'joined_on' | 'latin_name' | 'previous_study' | 'health_note';
type IdentityField = Exclude<keyof typeof studentFields, (typeof nameFields)[number]['source'] | FileField>;

function IdentityInputs({ isStored }: { isStored: boolean }) {
  const validateRequired = required('validation.required');
  const stored = useStored(isStored);
  const hasNoId = stored.isEmpty('national_id');
  const validateNationalId = (value: unknown) =>
    stored.isStoredValue('national_id', value) || isEmptyOrNationalId(value)
      ? undefined
      : t('validation.nationalId');
  const validateEmail = (value: unknown) =>
    stored.isStoredValue('email', value) || isEmptyOrEmail(value) ? undefined : t('validation.email');
  const inputs: Pick<InputByField<typeof studentFields>, IdentityField> = {
    national_id: (
      <TextInput
        source="national_id"
        validate={hasNoId ? validateNationalId : [validateRequired, validateNationalId]}
        helperText={t(hasNoId ? 'students.nationalIdLaterHint' : 'students.nationalIdHint')}
        slotProps={numberSlots}
        sx={alignEnd}
      />
    ),
    student_id: (
      <TextInput
        source="student_id"
        {...(isStored ? { validate: validateRequired } : {})}
        helperText={isStored ? false : t('students.numberHint')}
        slotProps={numberSlots}
        sx={alignEnd}
      />
    ),
    phone: <PhoneInput source="phone" hint={t('students.phoneHint')} />,
    additional_phone: <PhoneInput source="additional_phone" hint={t('students.phoneHint')} />,
    email: (
      <TextInput
        source="email"
        type="email"
        validate={validateEmail}
        helperText={false}
        slotProps={emailSlots}
        sx={alignEnd}
      />
    ),
    nationality: <NationalityInput />,
    gender: (
      <RadioButtonGroupInput
        source="gender"
        choices={genders.map((name) => ({ id: name, name }))}
        translateChoice={false}
        margin="none"
        helperText={false}
        validate={validateRequired}
      />
    ),
  };
  return (
    <FormSection title={t('students.identitySection')}>
      <FieldInputs fields={studentFields} inputs={inputs} />
    </FormSection>
  );
}

function NationalityInput() {
  const { field, fieldState } = useController({ name: 'nationality' });
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <Autocomplete
      freeSolo
      autoSelect={false}
      options={commonNationalities}
      value={value}
      inputValue={value}
      onInputChange={(_, text, reason) => reason !== 'reset' && field.onChange(text)}
      onChange={(_, chosen) => field.onChange(chosen ?? '')}
      filterOptions={(options) => matchOptions(options, value)}
      onBlur={field.onBlur}
      size="small"
      clearText={t('ui.clearChoice')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('resources.students.fields.nationality')}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t('students.nationalityHint')}
          inputRef={field.ref}
          slotProps={{ htmlInput: { ...input.inputProps, maxLength: 60, autoComplete: 'off' } }}
        />
      )}
    />
  );
}

/** If the text equals an option, returns all options, because the user wants to choose another one. */
function matchOptions(options: readonly string[], typed: string): string[] {
  const query = foldArabic(typed);
  if (options.some((option) => foldArabic(option) === query)) return [...options];
  return options.filter((option) => foldArabic(option).includes(query));
}

const latinSlots = { htmlInput: { ...htmlInput, maxLength: 120 } };
const textSlots = { htmlInput: { maxLength: 1_000 } };

/** The fields that most students do not need. */
function FileInputs({ isStored }: { isStored: boolean }) {
  const today = useToday();
  const stored = useStored(isStored);
  const { hasField } = useServerFeatures();
  const validateBirthDate = (value: unknown) =>
    !value || stored.isStoredValue('birth_date', value) || isBirthDate(String(value), today)
      ? undefined
      : ruleMessages.notBirthDate(maxAge);
  const findAge = (day: string) =>
    isBirthDate(day, today)
      ? t('students.ageIs', { years: t('students.years', { smart_count: ageInYears(day, today) }) })
      : '';
  const inputs: Pick<InputByField<typeof studentFields>, FileField> = {
    birth_date: (
      <DayInput source="birth_date" validate={[validateBirthDate]} findNote={findAge} max={today} />
    ),
    joined_on: <DayInput source="joined_on" />,
    latin_name: (
      <TextInput
        source="latin_name"
        helperText={false}
        slotProps={latinSlots}
        sx={{ ...alignEnd, gridColumn: '1 / -1' }}
      />
    ),
    previous_study: (
      <TextInput source="previous_study" multiline minRows={2} helperText={false} slotProps={textSlots} />
    ),
    health_note: (
      <TextInput
        source="health_note"
        multiline
        minRows={2}
        helperText={t('students.healthNoteHint')}
        slotProps={textSlots}
      />
    ),
  };
  const fields = Object.keys(inputs).filter((name) => hasField('students', name));
  if (fields.length === 0) return null;
  return (
    <FoldedSection title={t('students.fileSection')} text={t('students.fileText')} fields={fields}>
      <FieldInputs fields={studentFields} inputs={inputs} />
    </FoldedSection>
  );
}

/** A student with a batch changes it by a move, which has a day and a reason. */
function StudyInputs({ isStored }: { isStored: boolean }) {
  const stored = useRecordContext<StudentRow>();
  const hasEnrolments = useServerFeatures().has('enrolments');
  return isStored && stored?.batch_id != null && hasEnrolments ? (
    <StoredStudy student={stored} />
  ) : (
    <PlacementInputs stored={isStored ? stored : undefined} />
  );
}

const StoredStudy = ({ student }: { student: StudentRow }) => (
  <FormSection title={t('students.studySection')} text={t('students.movedBelow')}>
    <Facts sx={{ gridColumn: '1 / -1' }}>
      <Fact name={t('resources.students.fields.program_id')}>{student.program_name}</Fact>
      <Fact name={t('resources.students.fields.batch_id')}>{student.batch_name}</Fact>
    </Facts>
  </FormSection>
);

/** The data provider adds the names of programme and batch. */
function PlacementInputs({ stored }: { stored: StudentRow | undefined }) {
  const { placement, changePlacement } = usePlacement();
  const onlyProgram = useOnlyRecord<Program>('programs', !stored).record;
  const onlyBatch = useOnlyRecord<Batch>('batches', !stored).record;
  useInitialValues(
    stored
      ? {}
      : {
          program_id: onlyProgram?.program_id ?? onlyBatch?.program_id ?? null,
          batch_id: onlyBatch?.id ?? null,
        },
  );
  const programError = useFieldError('program_id', 'program_name');
  const batchError = useFieldError('batch_id', 'batch_name');
  return (
    <FormSection title={t('students.studySection')}>
      <RecordPicker<Program>
        resource="programs"
        keyField="program_id"
        label={t('resources.students.fields.program_id')}
        placeholder={t('students.chooseProgram')}
        optionText={({ program_name }) => program_name}
        value={placement.program_id}
        valueText={placement.program_id === stored?.program_id ? stored?.program_name : null}
        hasError={programError !== undefined}
        helperText={programError}
        onChange={(program) => changePlacement(setProgram(placement, program?.program_id ?? null))}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('resources.students.fields.batch_id')}
        placeholder={t('students.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={batchNote}
        filter={placement.program_id === null ? {} : { program_id: placement.program_id }}
        value={placement.batch_id}
        valueText={placement.batch_id === stored?.batch_id ? stored?.batch_name : null}
        hasError={batchError !== undefined}
        helperText={
          batchError ??
          t(placement.program_id === null ? 'students.batchHint' : 'students.batchOfProgramHint')
        }
        onChange={(batch) => changePlacement(setBatch(placement, batch))}
      />
    </FormSection>
  );
}

function usePlacement() {
  const { setValue, clearErrors } = useFormContext();
  const [program_id, batch_id] = useWatch({ name: ['program_id', 'batch_id'] }) as (
    | string
    | number
    | null
    | undefined
  )[];
  const placement: Placement = {
    program_id: program_id == null ? null : String(program_id),
    batch_id: batch_id == null ? null : Number(batch_id),
  };
  const changePlacement = (next: Placement) => {
    clearErrors(['program_id', 'program_name', 'batch_id', 'batch_name']);
    for (const [name, value] of Object.entries(next))
      setValue(name, value, { shouldDirty: true, shouldTouch: true });
  };
  return { placement, changePlacement };
}

/**
 * The server reports the error at one of two fields. The form registers both, so that a save clears the
 * error.
 */
function useFieldError(id: string, name: string): string | undefined {
  const idError = useController({ name: id }).fieldState.error?.message;
  const nameError = useController({ name }).fieldState.error?.message;
  return idError ?? nameError;
}
