import { useState } from 'react';
import { CreateBase } from 'react-admin';
import { useAcademicYear } from '../../dataProvider/useAcademicYear';
import { useText } from '../../i18n/useText';
import { EditPage, RecordForm, useSaveOutcome } from '../../ui/form/RecordForm';
import { Waiting } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { EmptyState } from '../../ui/page/States';
import { AddProgramButton, useHasPrograms } from './AddProgramButton';
import { BatchInputs } from './BatchInputs';
import { batchToSave, newBatch } from './batchModel';

export function BatchCreate() {
  const t = useText();
  const { mutationOptions } = useSaveOutcome({ saved: 'batches.created', failed: 'batches.saveFailed' });
  const { year, isKnown } = useAcademicYear();
  return (
    <CreateBase mutationOptions={mutationOptions} transform={batchToSave}>
      <Page title={t('batches.addTitle')} subtitle={t('batches.addQuiet')}>
        {!useHasPrograms() ? (
          <EmptyState
            title={t('programs.emptyTitle')}
            text={t('batches.noPrograms')}
            action={<AddProgramButton />}
          />
        ) : isKnown ? (
          <BatchForm year={year} />
        ) : (
          <Waiting />
        )}
      </Page>
    </CreateBase>
  );
}

/** The form keeps what it began with. */
function BatchForm({ year }: { year: string }) {
  const [defaults] = useState(() => newBatch(year));
  return (
    <RecordForm defaultValues={defaults} isNew>
      <BatchInputs />
    </RecordForm>
  );
}

const changeable = [
  'batch_name',
  'program_id',
  'batch_number',
  'academic_year',
  'level',
  'start_date',
  'end_date',
  'status',
] as const;

export function BatchEdit() {
  const t = useText();
  const outcome = useSaveOutcome({ saved: 'batches.updated', failed: 'batches.saveFailed' });
  const programName = (code: unknown) => {
    const named = [outcome.stale?.mine, outcome.stale?.theirs].find((side) => side?.['program_id'] === code);
    return String(named?.['program_name'] ?? code);
  };
  const fields = changeable.map((name) => ({
    name,
    label: t(`resources.batches.fields.${name}`),
    ...(name === 'program_id' ? { shown: programName } : {}),
  }));
  return (
    <EditPage
      title={t('batches.editTitle')}
      subtitle={t('batches.editQuiet')}
      failed={t('batches.loadFailed')}
      outcome={outcome}
      fields={fields}
      transform={batchToSave}
    >
      <BatchInputs />
    </EditPage>
  );
}
