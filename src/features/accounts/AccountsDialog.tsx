import { Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { BodyInputOf } from '../../../contract/endpoint';
import type { CreatedAccounts, usersApi } from '../../../contract/accounts/users';
import { useApi } from '../../dataProvider/useApi';
import { accounts as labels } from '../../i18n/ar/accounts';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { useOnlyRecord } from '../../ui/form/useOnlyRecord';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailMessage } from '../../ui/page/problemMessage';
import { NewAccounts } from './NewAccounts';
import { SkippedStudents } from './SkippedStudents';

type CreateBody = BodyInputOf<typeof usersApi.makeMany>;

interface AccountsDialogProps {
  ids?: readonly number[];
  batchId?: number;
  onDone?: () => void;
  onClose: () => void;
}

/** Creates accounts for the students of `ids`, of one batch or of the institute. */
export default function AccountsDialog({ ids, batchId, onDone, onClose }: AccountsDialogProps) {
  const { makeAccounts, undoOne } = useApi();
  const { notifyDone } = useNotices();
  const refresh = useRefresh();
  const [target, setTarget] = useState<'all' | 'batch'>(batchId === undefined ? 'all' : 'batch');
  const [chosenBatch, setBatch] = useState<number | null>(batchId ?? null);
  const onlyBatch = useOnlyRecord<Batch>('batches').record;
  const batch = chosenBatch ?? onlyBatch?.id ?? null;
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: async ({
      body,
      undoneOperationId,
    }: {
      body: CreateBody;
      undoneOperationId?: number | null;
    }): Promise<CreatedAccounts> => {
      if (undoneOperationId != null) await undoOne(undoneOperationId);
      return makeAccounts(body);
    },
    gcTime: 0,
  });
  const body: CreateBody = ids
    ? { student_row_ids: [...ids] }
    : target === 'all'
      ? { all: true }
      : { batch_id: batch ?? 0 };

  if (data) {
    const close = () => {
      onClose();
      onDone?.();
      refresh();
      if (data.created.length > 0) notifyDone(data.message, data);
    };
    return (
      <NewAccounts
        key={data.operation_id}
        message={data.message}
        accounts={data.created}
        isPending={isPending}
        problem={error && detailMessage(error, labels.failed)}
        remaining={data.remaining}
        onNext={() => mutate({ body })}
        onRecreate={() => mutate({ body, undoneOperationId: data.operation_id })}
        onClose={close}
      >
        <SkippedStudents students={data.skipped} />
      </NewAccounts>
    );
  }
  return (
    <SubmitDialog
      title={labels.title}
      problem={error && detailMessage(error, labels.failed)}
      submitLabel={labels.make}
      pendingLabel={labels.making}
      isPending={isPending}
      isReady={ids !== undefined || target === 'all' || batch !== null}
      maxWidth="sm"
      onSubmit={() => mutate({ body })}
      onClose={onClose}
    >
      <Typography>{labels.explained}</Typography>
      {ids ? (
        <Typography sx={{ fontWeight: 600 }}>{labels.chosen(ids.length)}</Typography>
      ) : (
        <RadioChoice
          label={labels.whom}
          value={target}
          choices={[
            { value: 'all', name: labels.all },
            { value: 'batch', name: labels.ofBatch },
          ]}
          onChange={(value) => {
            setTarget(value);
            reset();
          }}
        />
      )}
      {!ids && target === 'batch' && (
        <RecordPicker<Batch>
          resource="batches"
          label={labels.batch}
          placeholder={labels.chooseBatch}
          optionText={({ batch_name }) => batch_name}
          value={batch}
          onChange={(chosen) => {
            setBatch(chosen?.id ?? null);
            reset();
          }}
        />
      )}
      <SecondaryText role="status">{isPending && labels.mayTakeLong}</SecondaryText>
    </SubmitDialog>
  );
}
