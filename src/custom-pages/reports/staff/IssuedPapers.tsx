import { Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { IssuedPaper } from '../../../../contract/papers';
import { useApi } from '../../../dataProvider/useApi';
import { useSession } from '../../../dataProvider/session';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { RecordCard } from '../../../ui/list/RecordCard';
import { SearchField } from '../../../ui/list/SearchField';
import { Isolated } from '../../../ui/page/Isolated';
import { Moment } from '../../../ui/page/Moment';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { FoundRows } from './FoundRows';

/** The issued transcripts; an admin can withdraw one. */
export function IssuedPapers() {
  const client = useQueryClient();
  const api = useApi();
  const isAdmin = useSession()?.user.role === 'admin';
  const [q, setQ] = useState('');
  const [leaving, setLeaving] = useState<IssuedPaper | null>(null);
  return (
    <Stack spacing={2}>
      <SearchField label={t('staffReports.searchIssued')} q={q} onSearch={setQ} />
      <FoundRows<IssuedPaper>
        question={['issued', q]}
        read={(page, perPage) => api.issuedPapers(q === '' ? {} : { q }, page, perPage)}
        empty={t('staffReports.noneIssued')}
      >
        {(rows) => (
          <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rows.map((row) => (
              <RecordCard
                key={row.id}
                title={<Isolated>{row.number}</Isolated>}
                aside={
                  row.withdrawn_at && <Chip size="small" color="error" label={t('staffReports.withdrawn')} />
                }
                facts={[
                  [
                    t('labels.student'),
                    <>
                      <bdi>{row.student_name}</bdi> <Isolated>{row.student_id}</Isolated>
                    </>,
                  ],
                  [t('labels.batch'), <bdi key="batch">{row.batch_name}</bdi>],
                  [t('labels.user'), <bdi key="person">{row.user_name}</bdi>],
                  [t('labels.time'), <Moment key="at" value={row.created_at} />],
                  ...(row.withdrawn_at
                    ? [
                        [
                          t('staffReports.reason'),
                          <bdi key="reason">
                            {t('staffReports.withdrawnBy', {
                              name: row.withdrawn_by ?? '',
                              reason: row.withdrawn_reason ?? '',
                            })}
                          </bdi>,
                        ] as const,
                      ]
                    : []),
                ]}
                actions={
                  <>
                    <Button size="small" href={`/verify/${row.code}`} target="_blank" rel="noreferrer">
                      {t('staffReports.openCheck')}
                    </Button>
                    {isAdmin && !row.withdrawn_at && (
                      <Button size="small" color="error" onClick={() => setLeaving(row)}>
                        {t('staffReports.withdraw')}
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </Stack>
        )}
      </FoundRows>
      {leaving && (
        <WithdrawPaper
          paper={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            setLeaving(null);
            void client.invalidateQueries({ queryKey: ['reports', 'found', 'issued'] });
          }}
        />
      )}
    </Stack>
  );
}

interface WithdrawPaperProps {
  paper: IssuedPaper;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason to withdraw a paper permanently. */
function WithdrawPaper({ paper, onClose, onDone }: WithdrawPaperProps) {
  const { notifyDone } = useNotices();
  const api = useApi();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    if (reason.trim() === '') return setProblem(t('staffReports.required'));
    setIsSending(true);
    try {
      const { message } = await api.withdrawPaper(paper.id, reason);
      notifyDone(message);
      onDone();
    } catch (failure) {
      setProblem(sentenceOf(failure, t('ui.unexpected')));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <SubmitDialog
      title={t('staffReports.withdrawTitle', { number: paper.number })}
      problem={problem}
      button={t('staffReports.withdraw')}
      pending={t('staffReports.withdraw')}
      isPending={isSending}
      isDirty={reason.trim() !== ''}
      isDanger
      hasCancel
      maxWidth="sm"
      onSubmit={() => void send()}
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
