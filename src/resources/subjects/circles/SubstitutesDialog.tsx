import { Box, Skeleton, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Circle } from '../../../../contract/circles';
import type { User } from '../../../../contract/accounts/users';
import { useApi } from '../../../dataProvider/useApi';
import { NewDayQuestion } from '../../../features/teaching-context/NewDayQuestion';
import { useFormDay } from '../../../features/teaching-context/useDay';
import { t } from '../../../i18n/text';
import { SubmitDialog } from '../../../ui/dialog/FormDialog';
import { useNotices } from '../../../ui/dialog/Toasts';
import { DayField } from '../../../ui/form/DayField';
import { ListRow } from '../../../ui/list/ListRow';
import { BothDates } from '../../../ui/page/BothDates';
import { Fact, Facts } from '../../../ui/page/Facts';
import { DeleteAction } from '../../../ui/page/IconAction';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { ErrorState } from '../../../ui/page/States';
import { detailMessage } from '../../../ui/page/problemMessage';
import { TeacherPicker } from './TeacherPicker';

/** The dialog stays open after an addition, because a circle may have several substitutes. */
export default function SubstitutesDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const { addSubstitute } = useApi();
  const { notifyDone } = useNotices();
  const [teacher, setTeacher] = useState<User | null>(null);
  const [chosenFrom, setFrom] = useState<string | null>(null);
  const [chosenTo, setTo] = useState<string | null>(null);
  const { date, newDay } = useFormDay(teacher !== null && (chosenFrom === null || chosenTo === null));
  const from = chosenFrom ?? date;
  const to = chosenTo ?? date;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (teacher_id: number) => addSubstitute(circle.id, { teacher_id, from, to }),
    onSuccess: (answer) => {
      setTeacher(null);
      notifyDone(t('circles.substitutes.added'), answer);
    },
  });
  const isReversed = from >= '1900' && to >= '1900' && to < from;
  return (
    <SubmitDialog
      title={t('circles.substitutes.title', { name: circle.name })}
      problem={error && detailMessage(error, t('circles.substitutes.failed'))}
      isDirty={teacher !== null}
      submitLabel={t('circles.substitutes.add')}
      pendingLabel={t('circles.substitutes.adding')}
      isPending={isPending}
      isReady={teacher !== null && from >= '1900' && to >= '1900' && !isReversed}
      maxWidth="sm"
      onSubmit={() => teacher && mutate(teacher.id)}
      onClose={onClose}
    >
      <NewDayQuestion newDay={newDay} />
      <SecondaryText>{t('circles.substitutes.text')}</SecondaryText>
      <Substitutes circle={circle} />
      <TeacherPicker
        label={t('circles.substitutes.teacher')}
        value={teacher?.id ?? null}
        knownText={teacher?.name ?? null}
        isRequired
        onChange={setTeacher}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayField label={t('circles.substitutes.from')} value={from} isEager onChange={setFrom} />
        <DayField
          label={t('circles.substitutes.to')}
          value={to}
          isEager
          problem={isReversed ? t('circles.substitutes.reversed') : ''}
          onChange={setTo}
        />
      </Box>
    </SubmitDialog>
  );
}

function Substitutes({ circle }: { circle: Circle }) {
  const { circleSubstitutes, removeSubstitute } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['circles', 'substitutes', circle.id],
    queryFn: () => circleSubstitutes(circle.id),
    staleTime: 0,
  });
  const { mutate } = useMutation({
    mutationFn: (id: number) => removeSubstitute(circle.id, id),
    onSuccess: (answer) => notifyDone(answer.message || t('circles.substitutes.removed'), answer),
    onError: (problem) => notifyProblem(problem, t('circles.substitutes.failed')),
  });
  if (error) return <ErrorState title={t('circles.loadFailed')} error={error} onRetry={refetch} />;
  if (isPending) return <Skeleton variant="rounded" height={56} />;
  if (data.length === 0) return <Typography>{t('circles.substitutes.none')}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.map((substitute) => (
        <ListRow
          key={substitute.id}
          action={
            <DeleteAction
              label={t('circles.substitutes.remove', { name: substitute.teacher_name })}
              onClick={() => mutate(substitute.id)}
            />
          }
        >
          <Typography sx={{ fontWeight: 600 }}>
            <bdi>{substitute.teacher_name}</bdi>
          </Typography>
          <DayRange from={substitute.from} to={substitute.to} />
        </ListRow>
      ))}
    </Box>
  );
}

const DayRange = ({ from, to }: { from: string; to: string }) => (
  <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
    <Facts>
      <Fact name={t('circles.substitutes.from')}>
        <BothDates value={from} />
      </Fact>
    </Facts>
    <Facts>
      <Fact name={t('circles.substitutes.to')}>
        <BothDates value={to} />
      </Fact>
    </Facts>
  </Box>
);
