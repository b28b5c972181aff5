import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, Typography } from '@mui/material';
import type { Ref } from 'react';
import type { ReportDocument } from '../../../../contract/documents/document';
import { paperText as labels } from '../../../../contract/reports/paperText';
import { hijriDate } from '../../../../contract/rules/hijri';
import { levelNames } from '../../../../contract/vocabulary';
import { t } from '../../../i18n/text';
import { sizes } from '../../../theme/tokens';
import { typeNames } from './staffReportModel';
import { type ReportChoice, useKindChoices } from './useStaffReport';

interface SettingsLineProps {
  choice: ReportChoice;
  /** Subject and batch; empty while they load. */
  names: readonly string[];
  /** Undefined while the report loads. */
  document: ReportDocument | undefined;
  buttonRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
}

/** The settings of the visible report in one button, which opens the form. */
export function SettingsLine({ choice, names, document, buttonRef, onOpen }: SettingsLineProps) {
  const { type, level, kind, studentId, startDate, endDate } = choice.selection;
  const kindChoices = useKindChoices();
  const fact = (label: string) => {
    const value = document?.facts.find((one) => one.label === label)?.value;
    return typeof value === 'string' ? value : null;
  };
  const details = [
    studentId === null ? null : (fact(labels.student) ?? studentId),
    ...names,
    fact(labels.circle),
    level === null ? null : levelNames[level as keyof typeof levelNames],
    kindChoices.find(([one]) => one === kind)?.[1],
    startDate && endDate
      ? t('staffReports.fromTo', { from: hijriDate(startDate), to: hijriDate(endDate) })
      : null,
  ].filter((detail) => detail != null);
  const typeName = type === null ? '' : t(typeNames[type]);
  return (
    <Button
      ref={buttonRef}
      variant="outlined"
      aria-expanded={false}
      aria-label={t('staffReports.settingsOf', { settings: [typeName, ...details].join(' · ') })}
      endIcon={<ExpandMore />}
      onClick={onOpen}
      sx={lineStyle}
    >
      <Box component="span" aria-hidden sx={contentStyle}>
        <Typography component="span" sx={{ fontWeight: 600, fontSize: 'inherit' }}>
          {typeName}
        </Typography>
        <Typography component="span" sx={detailStyle}>
          {details.map((detail, index) => (
            <span key={index}>
              {index > 0 && ' · '}
              <bdi>{detail}</bdi>
            </span>
          ))}
        </Typography>
      </Box>
    </Button>
  );
}

const lineStyle = {
  width: '100%',
  minHeight: sizes.phoneTarget,
  px: 1.5,
  py: 0.25,
  color: 'text.primary',
  borderColor: 'divider',
  backgroundColor: 'background.paper',
  justifyContent: 'space-between',
  textAlign: 'start',
  lineHeight: 1.5,
} as const;

const contentStyle = { display: 'flex', flexWrap: 'wrap', columnGap: 1, minWidth: 0 } as const;

const detailStyle = {
  fontSize: { xs: '0.8125rem', sm: 'inherit' },
  lineHeight: 'inherit',
  color: 'text.secondary',
  minWidth: 0,
  overflowWrap: 'anywhere',
} as const;
