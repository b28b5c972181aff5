import Done from '@mui/icons-material/AssignmentTurnedInOutlined';
import Assignment from '@mui/icons-material/AssignmentOutlined';
import Average from '@mui/icons-material/FunctionsOutlined';
import Pending from '@mui/icons-material/PendingActionsOutlined';
import Late from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { StatCard, StatCards } from '../../../ui/report/StatCard';
import type { Figures } from './studentModel';

/** On a phone the last one has a row of its own. */
const fiveInARow = {
  '& > ul': { gridTemplateColumns: { md: 'repeat(5, minmax(0, 1fr))' } },
  '& > ul > li:last-child': { gridColumn: { xs: '1 / -1', md: 'auto' } },
};

/** The four counters and the average; undefined while they are read. Spec 2 §2. */
export function AssignmentFigures({ figures }: { figures: Figures | undefined }) {
  const t = useText();
  const count = (value: number | undefined) => value !== undefined && <Isolated>{value}</Isolated>;
  const cards = [
    { label: t('ownAssignments.total'), icon: <Assignment />, value: figures?.total, to: '/assignments' },
    { label: t('ownAssignments.submitted'), icon: <Done />, value: figures?.submitted },
    {
      label: t('ownAssignments.pending'),
      icon: <Pending />,
      value: figures?.pending,
      to: '/assignments?status=pending',
    },
    { label: t('ownAssignments.late'), icon: <Late />, value: figures?.late, to: '/assignments?status=late' },
  ];
  const average =
    figures &&
    (figures.average === null ? (
      <Box component="span" sx={{ fontSize: '1.0625rem', color: 'text.secondary' }}>
        {t('ownAssignments.noData')}
      </Box>
    ) : (
      <Isolated>{t('ownAssignments.percent', { value: figures.average })}</Isolated>
    ));
  return (
    <Box sx={fiveInARow}>
      <StatCards>
        {cards.map(({ value, ...card }) => (
          <StatCard key={card.label} {...card} value={count(value) || undefined} />
        ))}
        <StatCard
          label={t('ownAssignments.average')}
          hint={t('ownAssignments.averageHint')}
          icon={<Average />}
          value={average}
        />
      </StatCards>
    </Box>
  );
}
