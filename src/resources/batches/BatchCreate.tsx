import { useState } from 'react';
import { CreateBase } from 'react-admin';
import { useAcademicYear } from '../../dataProvider/useAcademicYear';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { RecordForm } from '../../ui/form/RecordForm';
import { EmptyState } from '../../ui/page/States';
import { useSaveOutcome } from '../../ui/form/useSaveOutcome';
import { AddProgramButton } from './AddProgramButton';
import { BatchInputs } from './BatchInputs';
import { batchToSave, newBatch } from './batchModel';
import { useHasPrograms } from './useHasPrograms';

export default function BatchCreate() {
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
