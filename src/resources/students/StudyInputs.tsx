import { useRecordContext } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Batch } from '../../../contract/batches';
import type { Program } from '../../../contract/programs';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { FormSection } from '../../ui/form/FormSection';
import { type Placement, withBatch, withProgram } from './studentModel';

/** Programme and batch; the data provider writes their names beside the chosen ids. */
export function StudyInputs() {
  const t = useText();
  const stored = useRecordContext<StudentRow>();
  const { place, choose } = usePlacement();
  const programError = useFieldError('program_id', 'program_name');
  const batchError = useFieldError('batch_id', 'batch_name');
  return (
    <FormSection title={t('students.studySection')}>
      <RecordPicker<Program>
        resource="programs"
        by="program_id"
        label={t('students.program')}
        placeholder={t('students.chooseProgram')}
        optionText={({ program_name }) => program_name}
        value={place.program_id}
        knownText={place.program_id === stored?.program_id ? stored?.program_name : null}
        hasError={programError !== undefined}
        helperText={programError}
        onChange={(program) => choose(withProgram(place, program?.program_id ?? null))}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('students.batch')}
        placeholder={t('students.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        optionNote={({ program_name, academic_year }) =>
          t('students.batchNote', { program: program_name, year: academic_year })
        }
        filter={place.program_id === null ? {} : { program_id: place.program_id }}
        value={place.batch_id}
        knownText={place.batch_id === stored?.batch_id ? stored?.batch_name : null}
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
    string | number | null | undefined
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

/** The server names either of two fields; both are registered, so that the next save is free of what it said. */
function useFieldError(id: string, name: string): string | undefined {
  const ofId = useController({ name: id }).fieldState.error?.message;
  const ofName = useController({ name }).fieldState.error?.message;
  return ofId ?? ofName;
}
