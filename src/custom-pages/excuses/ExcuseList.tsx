import Accept from '@mui/icons-material/CheckOutlined';
import { Box, Button, Card, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import type { Excuse } from '../../../contract/families/excuses';
import { excuseReasonNames } from '../../../contract/vocabulary';
import { ExcuseDays, excuseStateColors } from '../../features/excuses/ExcuseFacts';
import { t } from '../../i18n/text';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { formatAgo, useNow } from '../../ui/page/useAgo';
import { AcceptDialog } from './AcceptDialog';
import { RefuseDialog } from './RefuseDialog';

export function ExcuseList({ rows }: { rows: readonly Excuse[] }) {
  const [opened, setOpened] = useState<{ excuse: Excuse; answer: 'accept' | 'refuse' } | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Box
        component="ul"
        aria-label={t('excuses.listName')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
      >
        {rows.map((excuse) => (
          <ExcuseCard key={excuse.id} excuse={excuse} onAnswer={(answer) => setOpened({ excuse, answer })} />
        ))}
      </Box>
      {opened?.answer === 'accept' && <AcceptDialog excuse={opened.excuse} onClose={close} />}
      {opened?.answer === 'refuse' && <RefuseDialog excuse={opened.excuse} onClose={close} />}
    </>
  );
}

interface ExcuseCardProps {
  excuse: Excuse;
  onAnswer: (answer: 'accept' | 'refuse') => void;
}

function ExcuseCard({ excuse, onAnswer }: ExcuseCardProps) {
  const { student_row_id, student_name, batch_name, reason, line, program_name, state, subjects } = excuse;
  const { sender, is_from_guardian, created_at, answer } = excuse;
  const now = useNow();
  const isDivided = subjects.some((subject) => subject.state !== state);
  return (
    <Card
      component="li"
      sx={{
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        gap: 1.5,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', display: 'grid', gap: 0.25 }}>
        <Typography component="h2" sx={{ fontWeight: 600, lineHeight: 1.5 }}>
          <RecordLink to={`/students/${student_row_id}/show`} name={student_name} />
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, rowGap: 0.5, alignItems: 'center' }}>
          <Typography component="span">
            <ExcuseDays excuse={excuse} />
          </Typography>
          <Chip size="small" label={excuseReasonNames[reason]} />
          {state !== 'open' && (
            <Chip
              size="small"
              variant="outlined"
              color={excuseStateColors[state]}
              label={t(`excuses.stateOf.${state}`)}
            />
          )}
        </Box>
        {line && (
          <Typography sx={{ whiteSpace: 'pre-line' }}>
            <bdi>{line}</bdi>
          </Typography>
        )}
        {program_name && <SecondaryText>{t('excuses.onlyProgram', { program: program_name })}</SecondaryText>}
        {isDivided && (
          <SecondaryText>
            {subjects
              .map(({ name, state: own }) =>
                t('excuses.subjectState', { subject: name, state: t(`excuses.stateOf.${own}`) }),
              )
              .join(' · ')}
          </SecondaryText>
        )}
        {answer && <SecondaryText>{t('excuses.answer', { line: answer })}</SecondaryText>}
        <SecondaryText variant="caption">
          {batch_name && (
            <>
              <bdi>{batch_name}</bdi> ·{' '}
            </>
          )}
          {t(is_from_guardian ? 'excuses.fromGuardian' : 'excuses.fromStaff', { sender })} ·{' '}
          <time dateTime={created_at}>{formatAgo(created_at, now)}</time>
        </SecondaryText>
      </Box>
      {state !== 'accepted' && (
        <Box sx={{ display: 'flex', gap: 1, '& > *': { flex: { xs: 1, sm: 'none' } } }}>
          {state === 'open' && (
            <Button
              variant="outlined"
              color="inherit"
              aria-label={t('excuses.refuseOf', { name: student_name })}
              onClick={() => onAnswer('refuse')}
            >
              {t('excuses.refuse')}
            </Button>
          )}
          <Button
            variant={state === 'open' ? 'contained' : 'outlined'}
            startIcon={<Accept />}
            aria-label={t('excuses.acceptOf', { name: student_name })}
            onClick={() => onAnswer('accept')}
          >
            {t('excuses.accept')}
          </Button>
        </Box>
      )}
    </Card>
  );
}
