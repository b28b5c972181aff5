import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { DocumentBar, DocumentChart } from '../../../../contract/documents/document';
import { bandOf, leastOfLetter } from '../../../../contract/rules/grading';
import { letters } from '../../../../contract/vocabulary';

const BarsChart = lazy(() => import('../../../ui/report/BarsChart'));

/** The bars of a report; those of letters in the colours of their bands. */
export function ReportChart({ chart: { title, measure, bars, isWide } }: { chart: DocumentChart }) {
  const { bands } = useTheme();
  const coloured = ({ label, value, letter }: DocumentBar) => ({
    label,
    value,
    ...(letter && { colour: bands[bandOf(leastOfLetter[letters.indexOf(letter)] ?? 0)].ink }),
  });
  return (
    <Box sx={{ minWidth: 0, breakInside: 'avoid', gridColumn: isWide ? '1 / -1' : 'auto' }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
        <BarsChart title={title} measure={measure} bars={bars.map(coloured)} />
      </Suspense>
    </Box>
  );
}
