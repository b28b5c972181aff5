import Withdraw from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/VerifiedOutlined';
import { Chip, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRefresh } from 'react-admin';
import type { IssuedPaper } from '../../../../contract/reports/papers';
import { useApi } from '../../../dataProvider/useApi';
import { useSession } from '../../../dataProvider/session';
import { t } from '../../../i18n/text';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { FilterSelect } from '../../../ui/list/FilterSelect';
import { ListColumn } from '../../../ui/list/ListColumn';
import { ListTable } from '../../../ui/list/ListTable';
import { RecordRow } from '../../../ui/list/RecordRow';
import { MoreActions, RowButton } from '../../../ui/list/RowActions';
import { TwoLines } from '../../../ui/list/TwoLines';
import { Isolated } from '../../../ui/page/Isolated';
import { InlineMoment, ShortDate } from '../../../ui/page/Moment';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ShortenedName } from '../../../ui/page/ShortenedName';
import { problemMessage } from '../../../ui/page/problemMessage';
import { LogPage } from './LogPage';

/** Lists the issued transcripts. An admin can withdraw a transcript. */
export default function IssuedPapers() {
  const refresh = useRefresh();
  const isAdmin = useSession()?.user.role === 'admin';
  const [withdrawTarget, setWithdrawTarget] = useState<IssuedPaper | null>(null);
  const renderActions = (paper: IssuedPaper) => (
    <PaperActions paper={paper} {...(isAdmin && { onWithdraw: () => setWithdrawTarget(paper) })} />
  );
  return (
    <>
      <LogPage<IssuedPaper>
        log="issuedPapers."
        resource="papers/issued"
        filters={
          <FilterSelect
            source="is_withdrawn"
            label={t('labels.status')}
            anyLabel={t('staffReports.anyState')}
            choices={[
              { id: false, name: t('staffReports.inForce') },
              { id: true, name: t('staffReports.withdrawn') },
            ]}
          />
        }
        table={<PaperTable isAdmin={isAdmin} renderActions={renderActions} />}
        renderRow={(paper) => <PaperRow paper={paper} actions={renderActions(paper)} />}
      />
      {withdrawTarget && (
        <WithdrawPaper
          paper={withdrawTarget}
          onClose={() => setWithdrawTarget(null)}
          onDone={() => {
            setWithdrawTarget(null);
            refresh();
          }}
        />
      )}
    </>
  );
}

const Column = ListColumn<IssuedPaper>;
const widths = {
  // A click on a row does nothing.
  '& tbody tr': { cursor: 'default' },
  '& .column-number': { width: 116 },
  '& .column-batch_name': { width: 152 },
  '& .column-user_name': { width: 124 },
  '& .column-created_at': { width: 212 },
  '& .column-withdrawn_at': { width: 136 },
} as const;

interface PaperTableProps {
  isAdmin: boolean;
  renderActions: (paper: IssuedPaper) => ReactNode;
}

const PaperTable = ({ isAdmin, renderActions }: PaperTableProps) => (
  <ListTable<IssuedPaper> hasIndex={false} renderActions={renderActions} sx={widths}>
    <Column
      source="number"
      label={t('staffReports.paperNumber')}
      render={({ number }) => <Isolated>{number}</Isolated>}
    />
    <Column
      source="student_name"
      label={t('labels.student')}
      render={(paper) => <StudentName paper={paper} />}
    />
    <Column
      source="batch_name"
      label={t('labels.batch')}
      render={({ batch_name }) => <ShortenedName name={batch_name} />}
    />
    {isAdmin && (
      <Column
        source="user_name"
        label={t('labels.user')}
        render={({ user_name }) => <TwoLines>{user_name}</TwoLines>}
      />
    )}
    <Column
      source="created_at"
      label={t('labels.time')}
      render={({ created_at }) => <InlineMoment value={created_at} />}
    />
    <Column
      source="withdrawn_at"
      label={t('labels.status')}
      render={(paper) => (
        <TwoLines>
          <PaperState paper={paper} />{' '}
          {paper.withdrawn_at && (
            <SecondaryText component="span" variant="caption">
              <bdi>{describeWithdrawal(paper)}</bdi>
            </SecondaryText>
          )}
        </TwoLines>
      )}
    />
  </ListTable>
);

const StudentName = ({ paper: { student_name, student_id } }: { paper: IssuedPaper }) => (
  <TwoLines>
    <bdi>{student_name}</bdi>{' '}
    <SecondaryText component="span" variant="caption">
      <Isolated>{student_id}</Isolated>
    </SecondaryText>
  </TwoLines>
);

const PaperState = ({ paper }: { paper: IssuedPaper }) =>
  paper.withdrawn_at ? (
    <Chip size="small" component="span" color="error" label={t('staffReports.withdrawn')} />
  ) : (
    t('staffReports.inForce')
  );

const describeWithdrawal = ({ withdrawn_by, withdrawn_reason }: IssuedPaper) =>
  t('staffReports.withdrawnBy', { name: withdrawn_by ?? '', reason: withdrawn_reason ?? '' });

const PaperRow = ({ paper, actions }: { paper: IssuedPaper; actions: ReactNode }) => (
  <RecordRow
    badge={paper.withdrawn_at && <PaperState paper={paper} />}
    title={<bdi>{paper.student_name}</bdi>}
    details={[
      <Isolated key="number">{paper.number}</Isolated>,
      <ShortDate key="at" value={paper.created_at} />,
      paper.withdrawn_at ? (
        <bdi key="reason">{describeWithdrawal(paper)}</bdi>
      ) : (
        <ShortenedName key="batch" name={paper.batch_name} />
      ),
    ]}
    actions={<MoreActions name={paper.number}>{actions}</MoreActions>}
  />
);

/** `onWithdraw` is undefined if the user may not withdraw. */
function PaperActions({ paper, onWithdraw }: { paper: IssuedPaper; onWithdraw?: () => void }) {
  const { code, number, withdrawn_at } = paper;
  return (
    <>
      <RowButton
        title={t('staffReports.openCheck')}
        label={t('staffReports.openCheckOf', { number })}
        icon={<Check fontSize="small" />}
        href={`/verify/${code}`}
        target="_blank"
        rel="noreferrer"
      />
      {onWithdraw && !withdrawn_at && (
        <RowButton
          title={t('staffReports.withdraw')}
          label={t('staffReports.withdrawTitle', { number })}
          icon={<Withdraw fontSize="small" color="error" />}
          onClick={onWithdraw}
        />
      )}
    </>
  );
}

interface WithdrawPaperProps {
  paper: IssuedPaper;
  onClose: () => void;
  onDone: () => void;
}

/** A withdrawal is permanent, so it needs a reason. */
function WithdrawPaper({ paper, onClose, onDone }: WithdrawPaperProps) {
  const { notifyDone } = useNotices();
  const api = useApi();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.withdrawPaper(paper.id, reason),
    onSuccess: (answer) => {
      notifyDone(answer.message, answer);
      onDone();
    },
    onError: (failure) => setProblem(problemMessage(failure, t('ui.unexpected'))),
  });
  return (
    <SubmitDialog
      title={t('staffReports.withdrawTitle', { number: paper.number })}
      problem={problem}
      submitLabel={t('staffReports.withdraw')}
      pendingLabel={t('staffReports.withdraw')}
      isPending={isPending}
      isDirty={reason.trim() !== ''}
      isDanger
      hasCancel
      maxWidth="sm"
      onSubmit={() => (reason.trim() === '' ? setProblem(t('staffReports.required')) : mutate())}
      onClose={onClose}
    >
      <Typography>{t('staffReports.withdrawText')}</Typography>
      <TextField
        autoFocus
        fullWidth
        required
        label={t('staffReports.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </SubmitDialog>
  );
}
