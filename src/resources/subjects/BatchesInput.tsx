import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useController, useFormState } from 'react-hook-form';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';
import { Waiting } from '../../ui/list/ListContent';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { BatchPicker } from './BatchPicker';
import type { NewSubject } from './subjectModel';
import { useBatches } from './useBatches';

/** The batches that a new subject is offered to. */
export function BatchesInput() {
  const t = useText();
  const { field } = useController<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const { submitCount } = useFormState();
  const { data, error, isPending, refetch } = useBatches();
  if (isPending) return <Waiting />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        {sentenceOf(error, t('subjects.batchesFailed'))}
      </Alert>
    );
  }
  if (data.length === 0) {
    return (
      <Alert
        severity="info"
        action={
          <Button component={Link} to="/batches/create">
            {t('subjects.addBatch')}
          </Button>
        }
      >
        {t('subjects.noBatches')}
      </Alert>
    );
  }
  const isMissing = submitCount > 0 && field.value.length === 0;
  return (
    <BatchPicker
      legend={t('subjects.chooseBatches')}
      batches={data}
      value={field.value}
      onChange={field.onChange}
      error={isMissing ? t('validation.chooseBatch') : null}
    />
  );
}
