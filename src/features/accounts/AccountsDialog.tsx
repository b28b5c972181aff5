import { Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefresh } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { BodyInputOf } from '../../../contract/endpoint';
import type { CreatedAccounts, usersApi } from '../../../contract/accounts/users';
import { useApi } from '../../dataProvider/useApi';
import { accounts as say } from '../../i18n/ar/accounts';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { detailSentence } from '../../ui/page/sentenceOf';
import { NewAccounts } from './NewAccounts';
import { Skipped } from './Skipped';

type Chosen = BodyInputOf<typeof usersApi.makeMany>;

interface AccountsDialogProps {
  ids?: readonly number[];
  batchId?: number;
  onDone?: () => void;
  onClose: () => void;
}

/** Makes accounts for the students given, those of a batch, or all; then shows the passwords once. */
export default function AccountsDialog({ ids, batchId, onDone, onClose }: AccountsDialogProps) {
  const { makeAccounts, undoOne } = useApi();
  const { notifyDone } = useNotices();
  const refresh = useRefresh();
  const [whom, setWhom] = useState<'all' | 'batch'>(batchId === undefined ? 'all' : 'batch');
  const [batch, setBatch] = useState<number | null>(batchId ?? null);
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: async ({
      body,
      undone,
    }: {
      body: Chosen;
      undone?: number | null;
    }): Promise<CreatedAccounts> => {
      if (undone != null) await undoOne(undone);
      return makeAccounts(body);
    },
    gcTime: 0,
  });
  const body: Chosen = ids
    ? { student_row_ids: [...ids] }
    : whom === 'all'
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
        problem={error && detailSentence(error, say.failed)}
        remaining={data.remaining}
        onNext={() => mutate({ body })}
        onAgain={() => mutate({ body, undone: data.operation_id })}
        onClose={close}
      >
        <Skipped students={data.skipped} />
      </NewAccounts>
    );
  }
  return (
    <SubmitDialog
      title={say.title}
      problem={error && detailSentence(error, say.failed)}
      button={say.make}
      pending={say.making}
      isPending={isPending}
      isReady={ids !== undefined || whom === 'all' || batch !== null}
      maxWidth="sm"
      onSubmit={() => mutate({ body })}
      onClose={onClose}
    >
      <Typography>{say.explained}</Typography>
      {ids ? (
        <Typography sx={{ fontWeight: 600 }}>{say.chosen(ids.length)}</Typography>
      ) : (
        <RadioChoice
          label={say.whom}
          value={whom}
          choices={[
            { value: 'all', name: say.all },
            { value: 'batch', name: say.ofBatch },
          ]}
          onChange={(value) => {
            setWhom(value);
            reset();
          }}
        />
      )}
      {!ids && whom === 'batch' && (
        <RecordPicker<Batch>
          resource="batches"
          label={say.batch}
          placeholder={say.chooseBatch}
          optionText={({ batch_name }) => batch_name}
          value={batch}
          onChange={(chosen) => {
            setBatch(chosen?.id ?? null);
            reset();
          }}
        />
      )}
      <SecondaryText role="status">{isPending && say.mayTakeLong}</SecondaryText>
    </SubmitDialog>
  );
}
