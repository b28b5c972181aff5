import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type Ref, useId } from 'react';
import type { ReportDocument } from '../../../../contract/documents/document';
import { StatCard, StatCards } from '../../../ui/report/StatCard';
import { colours } from '../../../theme/tokens';
import { PaperHeader } from '../paper/PaperHeader';
import { ReportChart } from './ReportChart';
import { type DrawnIssue, IssueBox } from './IssueBox';
import { ReportCell } from './ReportCell';
import { ReportTableView } from './ReportTableView';

interface ReportPaperProps {
  document: ReportDocument;
  /** Number and code, while a transcript is printed. */
  issue: DrawnIssue | null;
  headingRef: Ref<HTMLHeadingElement>;
}

/** A report as it stands on the screen; the same on paper, under the name of the institute. */
export function ReportPaper({ document, issue, headingRef }: ReportPaperProps) {
  const id = useId();
  const { title, facts, figures, tables, charts, notes } = document;
  return (
    <Card component="section" aria-labelledby={id} data-report sx={paper}>
      <PaperHeader hasOwnTitle />
      <Typography id={id} variant="h2" ref={headingRef} tabIndex={-1} sx={{ mb: 2, scrollMarginTop: 80 }}>
        {title}
      </Typography>
      <Box component="dl" sx={factsStyle}>
        {facts.map(({ label, value, kind }) => (
          <Box key={label} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="caption" color="text.secondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              <ReportCell value={value} kind={kind} />
            </Typography>
          </Box>
        ))}
      </Box>
      <StatCards>
        {figures.map(({ label, value, kind, hint }) => (
          <StatCard
            key={label}
            label={label}
            value={<ReportCell value={value} kind={kind ?? 'figure'} />}
            {...(hint === undefined ? {} : { hint })}
          />
        ))}
      </StatCards>
      <Box sx={partsStyle}>
        {tables.map((table) => (
          <ReportTableView key={table.title} table={table} />
        ))}
        {charts.map((chart) => (
          <ReportChart key={chart.title} chart={chart} />
        ))}
      </Box>
      {notes.map((note) => (
        <Typography key={note} color="text.secondary" sx={{ mt: 2 }}>
          {note}
        </Typography>
      ))}
      {issue && <IssueBox issue={issue} />}
    </Card>
  );
}

/** Paper is light, whatever the screen is. */
const ink = colours.light;
const paper = {
  p: { xs: 2, sm: 3 },
  '@media print': {
    border: 0,
    p: 0,
    overflow: 'visible',
    breakInside: 'auto !important',
    '&, & *': {
      color: `${ink.ink} !important`,
      backgroundColor: 'transparent !important',
      borderColor: `${ink.edge} !important`,
    },
    '& ul': { gap: '8px', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    '& li > div': { padding: '8px' },
  },
} as const;

const factsStyle = {
  m: 0,
  mb: 2,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(11rem, 1fr))' },
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
  '@media print': { gap: '4px 8px', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
} as const;

const partsStyle = {
  mt: 3,
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;
