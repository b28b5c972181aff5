import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { StudentReport } from '../../../dataProvider/reports';
import { useText } from '../../../i18n/useText';
import { BothDates } from '../../../ui/page/BothDates';
import { Panel } from '../../../ui/page/Panel';
import { Facts } from './Facts';

/** How far the term has come, in weeks. Decision 17. */
export function TermProgress({ term }: { term: NonNullable<StudentReport['semester_info']> }) {
  const t = useText();
  const id = useId();
  const { completed_weeks: completed, total_weeks: total } = term;
  const percent = total > 0 ? Math.round((completed / total) * 100) : 0;
  const weeks = t('studentReport.weeksOf', {
    completed,
    total: t('studentReport.weeks', { smart_count: total }),
  });
  return (
    <Panel title={t('studentReport.term')}>
      <Typography id={id} sx={{ fontWeight: 600 }}>
        <bdi>{term.semester_name}</bdi>
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {weeks}
      </Typography>
      <LinearProgress
        className="no-print"
        role="meter"
        aria-valuenow={percent}
        variant="determinate"
        value={percent}
        aria-labelledby={id}
        aria-valuetext={weeks}
        sx={{ height: 8, borderRadius: 1, my: 1.5 }}
      />
      <Box sx={{ '@media print': { mt: 1 } }}>
        <Facts
          columns={2}
          facts={[
            [t('studentReport.termStart'), <BothDates key="start" value={term.start_date} />],
            [t('studentReport.termEnd'), <BothDates key="end" value={term.end_date} />],
          ]}
        />
      </Box>
    </Panel>
  );
}
