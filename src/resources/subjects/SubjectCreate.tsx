import { SaveContextProvider } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { Page } from '../../ui/page/Page';
import { RecordForm } from '../../ui/form/RecordForm';
import { AddingProgress, NotAdded } from './NotAdded';
import { BatchesInput } from './BatchesInput';
import { CodeReplaced } from './CodeNotes';
import { CodeInput } from './CodeInput';
import { SubjectInputs } from './SubjectInputs';
import { lastLevel, newSubject, type NewSubject } from './subjectModel';
import { type ReplacedCode, useAddSubject } from './useAddSubject';
import { useBatches, usePrograms } from './useBatches';

export default function SubjectCreate() {
  const t = useText();
  const { data: batches = [] } = useBatches();
  const { saveContext, outcome, replaced, progress } = useAddSubject(batches);
  const isLocked = (outcome?.added.length ?? 0) > 0;
  return (
    <SaveContextProvider value={saveContext}>
      <Page title={t('subjects.addTitle')} subtitle={t('subjects.addQuiet')}>
        <RecordForm defaultValues={{ ...newSubject }} isNew>
          <NewSubjectInputs isLocked={isLocked} replaced={replaced} />
          <NotAdded outcome={outcome} />
          <AddingProgress done={progress} />
        </RecordForm>
      </Page>
    </SaveContextProvider>
  );
}

interface NewSubjectInputsProps {
  /** Some batches have the subject already. */
  isLocked: boolean;
  replaced: ReplacedCode | null;
}

function NewSubjectInputs({ isLocked, replaced }: NewSubjectInputsProps) {
  const { data: batches = [] } = useBatches();
  const programs = usePrograms();
  const chosen = useWatch<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const last = lastLevel(
    batches.filter(({ id }) => chosen.includes(id)),
    programs,
  );
  return (
    <SubjectInputs lastLevel={last} isLocked={isLocked}>
      <CodeInput isLocked={isLocked} />
      <CodeReplaced replaced={replaced} />
      <BatchesInput />
    </SubjectInputs>
  );
}
