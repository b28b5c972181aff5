import { Autocomplete, Stack, TextField, Typography } from '@mui/material';
import { RadioButtonGroupInput, required, TextInput, useRecordContext } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { studentFields } from '../../../contract/recordFields';
import { foldArabic } from '../../../contract/rules/arabicText';
import { fullName } from '../../../contract/rules/identity';
import type { StudentRow } from '../../../contract/students/students';
import { genders } from '../../../contract/vocabulary';
import { commonNationalities } from '../../i18n/ar/programs';
import { t } from '../../i18n/text';
import { FieldInputs, type InputByField } from '../../ui/form/FieldInputs';
import { FormSection } from '../../ui/form/RecordForm';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { batchNote, fitsEmail, fitsNationalId, type Placement, withBatch, withProgram } from './studentModel';

interface StudentInputsProps {
  /** The student already has a number. */
  isStored?: boolean;
  /** Focuses the first name. */
  hasFocus?: boolean;
}

export const StudentInputs = ({ isStored = false, hasFocus = false }: StudentInputsProps) => (
  <Stack spacing={4}>
    <NameInputs hasFocus={hasFocus} />
    <IdentityInputs isStored={isStored} />
    <StudyInputs />
  </Stack>
);

const parts = [
  { source: 'first_name', isNeeded: true },
  { source: 'second_name', isNeeded: false },
  { source: 'third_name', isNeeded: false },
  { source: 'last_name', isNeeded: true },
] as const;

const slots = { htmlInput: { maxLength: 60, autoComplete: 'off' } };

/** The four names, and the full name that they give. */
function NameInputs({ hasFocus }: { hasFocus: boolean }) {
  const filled = required('validation.required');
  return (
    <FormSection title={t('students.nameSection')}>
      {parts.map(({ source, isNeeded }, index) => (
        <TextInput
          key={source}
          source={source}
          {...(isNeeded ? { validate: filled } : {})}
          helperText={false}
          slotProps={slots}
          autoFocus={hasFocus && index === 0}
        />
      ))}
      <FullName />
    </FormSection>
  );
}

function FullName() {
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

/** Numbers and addresses are left-to-right, but aligned like the other fields. */
const figures = { '& input': { textAlign: 'end' } };
const htmlInput = { dir: 'ltr', autoComplete: 'off' };
const number = { htmlInput: { ...htmlInput, inputMode: 'numeric', maxLength: 40 } } as const;
const phone = { htmlInput: { ...htmlInput, type: 'tel', inputMode: 'tel', maxLength: 30 } } as const;
const email = { htmlInput: { ...htmlInput, inputMode: 'email', maxLength: 254 } } as const;

type IdentityField = Exclude<keyof typeof studentFields, (typeof parts)[number]['source']>;

function IdentityInputs({ isStored }: { isStored: boolean }) {
  const filled = required('validation.required');
  const hasTenDigits = (value: unknown) => (fitsNationalId(value) ? undefined : t('validation.nationalId'));
  const isEmail = (value: unknown) => (fitsEmail(value) ? undefined : t('validation.email'));
  const inputs: Pick<InputByField<typeof studentFields>, IdentityField> = {
    national_id: (
      <TextInput
        source="national_id"
        validate={[filled, hasTenDigits]}
        helperText={t('students.nationalIdHint')}
        slotProps={number}
        sx={figures}
      />
    ),
    student_id: (
      <TextInput
        source="student_id"
        {...(isStored ? { validate: filled } : {})}
        helperText={isStored ? false : t('students.numberHint')}
        slotProps={number}
        sx={figures}
      />
    ),
    phone: <PhoneInput source="phone" />,
    additional_phone: <PhoneInput source="additional_phone" />,
    email: (
      <TextInput
        source="email"
        type="email"
        validate={isEmail}
        helperText={false}
        slotProps={email}
        sx={figures}
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
        validate={filled}
      />
    ),
  };
  return (
    <FormSection title={t('students.identitySection')}>
      <FieldInputs fields={studentFields} inputs={inputs} />
    </FormSection>
  );
}

function PhoneInput({ source }: { source: IdentityField }) {
  return (
    <TextInput
      source={source}
      type="tel"
      helperText={t('students.phoneHint')}
      slotProps={phone}
      sx={figures}
    />
  );
}

/** Free text with suggestions. */
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
      filterOptions={(options) => matching(options, value)}
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

/** All options if the text is one of them: the person wants to choose another one. */
function matching(options: readonly string[], typed: string): string[] {
  const wanted = foldArabic(typed);
  if (options.some((option) => foldArabic(option) === wanted)) return [...options];
  return options.filter((option) => foldArabic(option).includes(wanted));
}

/** Programme and batch; the data provider adds their names. */
function StudyInputs() {
  const stored = useRecordContext<StudentRow>();
  const { place, choose } = usePlacement();
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
        value={place.program_id}
        valueText={place.program_id === stored?.program_id ? stored?.program_name : null}
        hasError={programError !== undefined}
        helperText={programError}
        onChange={(program) => choose(withProgram(place, program?.program_id ?? null))}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('resources.students.fields.batch_id')}
        placeholder={t('students.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={batchNote}
        filter={place.program_id === null ? {} : { program_id: place.program_id }}
        value={place.batch_id}
        valueText={place.batch_id === stored?.batch_id ? stored?.batch_name : null}
        hasError={batchError !== undefined}
        helperText={
          batchError ?? t(place.program_id === null ? 'students.batchHint' : 'students.batchOfProgramHint')
        }
        onChange={(batch) => choose(withBatch(place, batch))}
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
  const place: Placement = {
    program_id: program_id == null ? null : String(program_id),
    batch_id: batch_id == null ? null : Number(batch_id),
  };
  const choose = (next: Placement) => {
    clearErrors(['program_id', 'program_name', 'batch_id', 'batch_name']);
    for (const [name, value] of Object.entries(next))
      setValue(name, value, { shouldDirty: true, shouldTouch: true });
  };
  return { place, choose };
}

/** The server's error may be on either of two fields; both are registered, so that the next save clears the error. */
function useFieldError(id: string, name: string): string | undefined {
  const ofId = useController({ name: id }).fieldState.error?.message;
  const ofName = useController({ name }).fieldState.error?.message;
  return ofId ?? ofName;
}
