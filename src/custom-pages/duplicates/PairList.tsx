import { Box, Button, Card, Chip, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { DuplicatePair } from '../../../contract/students/merge';
import { useApi } from '../../dataProvider/useApi';
import { duplicates as labels } from '../../i18n/ar/adminPages';
import { useNotices } from '../../ui/dialog/Toasts';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';

/** @param stayingId the side of the page's student in a merge; else the older record stays */
export function PairList({ pairs, stayingId }: { pairs: readonly DuplicatePair[]; stayingId?: number }) {
  return (
    <Box
      component="ul"
      aria-label={labels.listName}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
    >
      {pairs.map((pair) => (
        <Pair key={pair.id} pair={pair} isSwapped={pair.second.id === stayingId} />
      ))}
    </Box>
  );
}

function Pair({ pair, isSwapped }: { pair: DuplicatePair; isSwapped: boolean }) {
  const [staying, merged] = isSwapped ? [pair.second, pair.first] : [pair.first, pair.second];
  const names = [staying.full_name, merged.full_name] as const;
  return (
    <Card
      component="li"
      sx={{
        p: 2,
        display: 'grid',
        gap: 1.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
      }}
    >
      <Suspect student={staying} />
      <Suspect student={merged} />
      <Box sx={{ gridColumn: { md: '1 / 3' }, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {pair.reasons.map((reason) => (
          <Chip key={reason} size="small" label={labels.reasons[reason]} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, gridArea: { md: '1 / 3 / 3' } }}>
        <DistinctButton pair={pair} label={labels.distinctOf(...names)} />
        <LinkButton
          to={`/duplicates/${staying.id}/${merged.id}`}
          label={labels.compare}
          aria-label={labels.compareOf(...names)}
          variant="contained"
        />
      </Box>
    </Card>
  );
}

function Suspect({ student }: { student: DuplicatePair['first'] }) {
  const { id, full_name, student_id, batch_name, national_id, phone } = student;
  const facts = [student_id, national_id, phone].filter((fact) => fact !== null);
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600, lineHeight: 1.5 }}>
        <RecordLink to={`/students/${id}/show`} name={full_name} />
      </Typography>
      <SecondaryText>
        {facts.map((fact, index) => (
          <span key={fact}>
            {index > 0 && ' · '}
            <Isolated>{fact}</Isolated>
          </span>
        ))}
      </SecondaryText>
      <SecondaryText>
        <bdi>{batch_name ?? labels.noBatch}</bdi>
      </SecondaryText>
    </Box>
  );
}

function DistinctButton({ pair, label }: { pair: DuplicatePair; label: string }) {
  const { setDistinct } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const { mutate, isPending } = useMutation({
    mutationFn: () => setDistinct([pair.first.id, pair.second.id]),
    onSuccess: (answer) => notifyDone(answer.message, answer),
    onError: (problem) => notifyProblem(problem, labels.distinctFailed),
  });
  return (
    <Button variant="outlined" aria-label={label} disabled={isPending} onClick={() => mutate()}>
      {labels.distinct}
    </Button>
  );
}
