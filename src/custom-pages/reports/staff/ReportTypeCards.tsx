import DateRange from '@mui/icons-material/DateRangeOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import School from '@mui/icons-material/SchoolOutlined';
import TableView from '@mui/icons-material/TableViewOutlined';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type PlainTextKey, t } from '../../../i18n/text';
import { sizes } from '../../../theme/tokens';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { typeNames, type ReportType, reportTypes } from './staffReportModel';

const cards: Record<ReportType, { icon: ReactNode; text: PlainTextKey }> = {
  transcript: {
    icon: <School />,
    text: 'staffReports.transcriptText',
  },
  'student-subject': {
    icon: <Person />,
    text: 'staffReports.studentSubjectText',
  },
  'subject-sheet': {
    icon: <TableView />,
    text: 'staffReports.sheetText',
  },
  'daily-log': {
    icon: <MenuBook />,
    text: 'staffReports.dailyLogText',
  },
  'daily-range': {
    icon: <DateRange />,
    text: 'staffReports.dailyRangeText',
  },
};

interface ReportTypeCardsProps {
  value: ReportType | null;
  hasError: boolean;
  onChange: (type: ReportType) => void;
}

export function ReportTypeCards({ value, hasError, onChange }: ReportTypeCardsProps) {
  return (
    <Box
      component="fieldset"
      className="no-print"
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
      aria-invalid={hasError || undefined}
    >
      <Typography
        component="legend"
        variant="h3"
        sx={{ mb: 1, p: 0, color: hasError ? 'error.main' : 'inherit' }}
      >
        {t('staffReports.type')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, sm: 1.5 },
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(auto-fill, minmax(12.5rem, 1fr))',
            lg: 'repeat(5, minmax(0, 1fr))',
          },
        }}
      >
        {reportTypes.map((type) => (
          <Box key={type} component="label" sx={cardStyle}>
            <Box
              component="input"
              type="radio"
              name="report-type"
              checked={value === type}
              onChange={() => onChange(type)}
              sx={{ position: 'absolute', inset: 0, m: 0, opacity: 0, cursor: 'pointer' }}
            />
            <Box aria-hidden sx={{ display: 'grid', color: 'primary.main' }}>
              {cards[type].icon}
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, lineHeight: 1.5 }}>{t(typeNames[type])}</Typography>
              <SecondaryText variant="caption">{t(cards[type].text)}</SecondaryText>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const cardStyle = {
  position: 'relative',
  display: 'flex',
  alignItems: { xs: 'center', sm: 'flex-start' },
  gap: 1.5,
  px: 2,
  py: { xs: 1, sm: 1.5 },
  minHeight: sizes.phoneTarget,
  border: 1,
  borderColor: 'divider',
  borderRadius: `${sizes.cardRadius}px`,
  bgcolor: 'background.paper',
  '&:hover': { bgcolor: 'action.hover' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'action.selected' },
  '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
