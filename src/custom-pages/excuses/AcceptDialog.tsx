import { Box, Skeleton, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Excuse } from '../../../contract/families/excuses';
import { hijriDateWithoutYear } from '../../../contract/rules/hijri';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { ExcuseDays } from '../../features/excuses/ExcuseFacts';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { problemMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';

interface AnswerDialogProps {
  excuse: Excuse;
  onClose: () => void;
}

/** Shows the absences that become excused before the user accepts. */
export function AcceptDialog({ excuse, onClose }: AnswerDialogProps) {
  const { excuses } = useApi();
  const { notifyDone } = useNotices();
  const { data, error, refetch } = useQuery({
    queryKey: ['excuses', 'one', excuse.id],
    queryFn: async () => (await excuses()).one(excuse.id),
    staleTime: 0,
  });
  const acceptance = useMutation({
    mutationFn: async (version: number) => (await excuses()).accept(excuse.id, { version }),
    onSuccess: (answer) => {
      onClose();
      notifyDone(answer.message, answer);
    },
  });
  return (
    <SubmitDialog
      title={t('excuses.acceptTitle')}
      name={excuse.student_name}
      problem={acceptance.error && problemMessage(acceptance.error, t('excuses.acceptFailed'))}
      submitLabel={t('excuses.accept')}
      pendingLabel={t('excuses.accepting')}
      isPending={acceptance.isPending}
      isReady={data !== undefined}
      hasCancel
      onSubmit={() => data && acceptance.mutate(data.version)}
      onClose={onClose}
    >
      <Typography>
        <ExcuseDays excuse={excuse} />
      </Typography>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Changes excuse={data} />
      ) : (
        <Skeleton variant="rounded" height={80} />
      )}
    </SubmitDialog>
  );
}

type Changed = Pick<Excuse, 'subjects' | 'to'> & {
  absences: readonly { subject_name: string; date: string }[];
};

function Changes({ excuse: { subjects, absences, to } }: { excuse: Changed }) {
  const today = useToday();
  const answered = subjects.filter(({ state }) => state !== 'accepted').map(({ name }) => name);
  return (
    <>
      {answered.length > 0 && (
        <SecondaryText>{t('excuses.forSubjects', { subjects: answered.join(t('ui.comma')) })}</SecondaryText>
      )}
      <Typography>{t('excuses.changed', { smart_count: absences.length })}</Typography>
      {absences.length > 0 && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 3 }}>
          {absences.map(({ subject_name, date }) => (
            <li key={`${date} ${subject_name}`}>
              {t('excuses.change', { subject: subject_name, day: hijriDateWithoutYear(date) })}
            </li>
          ))}
        </Box>
      )}
      {to >= today && <SecondaryText>{t('excuses.later')}</SecondaryText>}
    </>
  );
}
