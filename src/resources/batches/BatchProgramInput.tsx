import { useInput, useRecordContext, useTranslateLabel, ValidationError, type Validator } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import { useText } from '../../i18n/useText';
import { RecordPicker } from '../../ui/form/RecordPicker';

const asIs = (value: unknown) => value;

/** The programme by its code; its name is written beside it. */
export function BatchProgramInput({ validate }: { validate: Validator }) {
  const t = useText();
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
