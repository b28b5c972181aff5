import { useState } from 'react';
import { CreateBase } from 'react-admin';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/Page';
import { RecordForm } from '../../ui/RecordForm';
import { EmptyState } from '../../ui/States';
import { useSaveOutcome } from '../../ui/useSaveOutcome';
import { AddProgramButton } from './AddProgramButton';
import { BatchInputs } from './BatchInputs';
import { batchToSave, instituteToday, newBatch } from './batchModel';
import { useHasPrograms } from './useHasPrograms';

export default function BatchCreate() {
  const t = useText();
  const { mutationOptions } = useSaveOutcome({ saved: 'batches.created', failed: 'batches.saveFailed' });
  const [defaults] = useState(() => newBatch(instituteToday()));
  return (
    <CreateBase mutationOptions={mutationOptions} transform={batchToSave}>
      <Page title={t('batches.addTitle')} quiet={t('batches.addQuiet')}>
        {useHasPrograms() ? (
          <RecordForm defaultValues={defaults} isNew>
            <BatchInputs />
          </RecordForm>
        ) : (
          <EmptyState
            title={t('programs.emptyTitle')}
            text={t('batches.noPrograms')}
            action={<AddProgramButton />}
          />
        )}
      </Page>
    </CreateBase>
  );
}
