import { Box, Card, Typography, useTheme } from '@mui/material';
import { type ReactNode, type Ref, useId } from 'react';
import type { DocumentBar, DocumentChart, ReportDocument } from '../../../../contract/documents/document';
import type { Issue } from '../../../../contract/reports/papers';
import { colourBand, letterMinimums } from '../../../../contract/rules/grading';
import { formatCheck } from '../../../../contract/rules/paperCheck';
import { letters } from '../../../../contract/vocabulary';
import { t } from '../../../i18n/text';
import { colours } from '../../../theme/tokens';
import { Isolated } from '../../../ui/page/Isolated';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { BarsChart } from '../../../ui/report/BarsChart';
import { StatCard, StatCards } from '../../../ui/report/StatCard';
import { PaperHeader } from '../PaperHeader';
import { ReportCell, ReportTableView } from './ReportTableView';

interface ReportPaperProps {
  document: ReportDocument;
  /** Number and code of a transcript; null unless it is being printed. */
  issue: DrawnIssue | null;
  headingRef: Ref<HTMLHeadingElement>;
  /** Buttons beside the title. */
  actions?: ReactNode;
}

/** The print has the header of the institute above the report. */
export function ReportPaper({ document, issue, headingRef, actions }: ReportPaperProps) {
  const id = useId();
  const { title, facts, figures, tables, charts, notes, signatures = [] } = document;
  return (
    <Card component="section" aria-labelledby={id} data-report sx={paperStyle}>
      <PaperHeader hasOwnTitle />
      <Box sx={headStyle}>
        <Typography id={id} variant="h2" ref={headingRef} tabIndex={-1}>
          {title}
        </Typography>
        {actions && (
          <Box className="no-print" sx={{ display: 'flex', flexShrink: 0 }}>
            {actions}
          </Box>
        )}
      </Box>
      <Box component="dl" sx={factsStyle}>
        {facts.map(({ label, value, kind }) => (
          <Box key={label} sx={{ minWidth: 0 }}>
            <SecondaryText component="dt" variant="caption">
              {label}
            </SecondaryText>
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
            hint={hint}
          />
        ))}
      </StatCards>
      <Box sx={contentStyle}>
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
      {signatures.length > 0 && (
        <Box data-signatures sx={signaturesStyle}>
          {signatures.map((signer) => (
            <Typography key={signer}>{signer}</Typography>
          ))}
        </Box>
      )}
      {issue && <IssueBox issue={issue} />}
    </Card>
  );
}

const headStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  mb: { xs: 1, sm: 2 },
} as const;

/** Only in print: space for a signature above a line. */
const signaturesStyle = {
  display: 'none',
  '@media print': { display: 'grid' },
  gridTemplateColumns: '1fr 1fr',
  columnGap: '20mm',
  mt: 3,
  breakInside: 'avoid',
  '& > *': { pt: '12mm', borderBlockEnd: 1 },
} as const;

/** A print has the light colours, even if the screen uses the dark theme. */
const lightColours = colours.light;
const paperStyle = {
  p: { xs: 2, sm: 3 },
  '@media print': {
    border: 0,
    p: 0,
    overflow: 'visible',
    breakInside: 'auto !important',
    '&, & *': {
      color: `${lightColours.ink} !important`,
      backgroundColor: 'transparent !important',
      borderColor: `${lightColours.edge} !important`,
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

const contentStyle = {
  mt: 3,
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;

/** The bar of a letter grade has the colour of its band. */
function ReportChart({ chart: { title, measure, bars, max, isWide } }: { chart: DocumentChart }) {
  const { bands } = useTheme();
  const toBar = ({ label, value, letter }: DocumentBar) => ({
    label,
    value,
    ...(letter && { colour: bands[colourBand(letterMinimums[letters.indexOf(letter)] ?? 0)].ink }),
  });
  return (
    <Box sx={{ minWidth: 0, breakInside: 'avoid', gridColumn: isWide ? '1 / -1' : 'auto' }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <BarsChart
        title={title}
        measure={measure}
        bars={bars.map(toBar)}
        {...(max === undefined ? {} : { max })}
      />
    </Box>
  );
}

/** An issue with its QR code. `path` is an SVG path of the dark squares, and a row has `size` squares. */
export interface DrawnIssue extends Issue {
  path: string;
  size: number;
}

/** Visible only in print. With number and code, anybody can verify the transcript. */
function IssueBox({ issue: { number, code, address, path, size } }: { issue: DrawnIssue }) {
  return (
    <Box data-issue sx={issueStyle}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="26mm"
        height="26mm"
        role="img"
        aria-label={t('staffReports.qrCode')}
      >
        <path d={path} />
      </svg>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 700 }}>
          {t('staffReports.paperNumber')} <Isolated>{number}</Isolated>
          <Box component="span" sx={{ marginInlineStart: 2 }}>
            {t('staffReports.paperCheck')} <Isolated>{formatCheck(code)}</Isolated>
          </Box>
        </Typography>
        <Typography variant="caption">{t('staffReports.toVerify')}</Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <Isolated>{address}</Isolated>
        </Typography>
      </Box>
    </Box>
  );
}

const issueStyle = {
  display: 'none',
  '@media print': { display: 'flex' },
  alignItems: 'center',
  gap: 2,
  mt: 2,
  p: 1,
  border: 1,
  borderRadius: 1,
  breakInside: 'avoid',
} as const;
