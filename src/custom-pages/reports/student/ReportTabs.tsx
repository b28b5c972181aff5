import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { t } from '../../../i18n/text';
import { useAddress } from '../../../ui/page/useAddress';

/** The order of the tabs. The URL contains these names, except the first. */
const reportParts = ['marks', 'attendance', 'hifz', 'record'] as const;
export type ReportPart = (typeof reportParts)[number];

/** The selected part is in the URL, so that the browser's Back returns to the previous part. */
export function useReportPart(hasHifz: boolean) {
  const [address, change] = useAddress();
  const requested = address.get('part');
  const part = reportParts.find((one) => one === requested && (hasHifz || one !== 'hifz')) ?? 'marks';
  const setPart = (next: ReportPart) =>
    change((search) => {
      if (next === 'marks') search.delete('part');
      else search.set('part', next);
    }, true);
  return { part, setPart };
}

interface ReportTabsProps {
  part: ReportPart;
  hasHifz: boolean;
  onChange: (part: ReportPart) => void;
  /** The sections of all parts. */
  children: ReactNode;
}

/** All tabs control one panel, because a print needs its sections in another order. */
export function ReportTabs({ part, hasHifz, onChange, children }: ReportTabsProps) {
  const id = useId();
  return (
    <>
      <Tabs
        className="no-print"
        value={part}
        onChange={(_, chosen: ReportPart) => onChange(chosen)}
        aria-label={t('studentReport.partsLabel')}
        sx={tabsStyle}
      >
        {reportParts
          .filter((one) => hasHifz || one !== 'hifz')
          .map((one) => (
            <Tab
              key={one}
              id={`${id}-${one}`}
              value={one}
              label={t(`studentReport.parts.${one}`)}
              aria-controls={`${id}-panel`}
            />
          ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${part}`} sx={panelStyle}>
        {children}
      </Box>
    </>
  );
}

/** Hidden on the screen unless its part is selected; always printed. */
export const Section = ({ isVisible, children }: { isVisible: boolean; children: ReactNode }) => (
  <Box hidden={!isVisible} sx={sectionStyle}>
    {children}
  </Box>
);

const sectionStyle = {
  minWidth: 0,
  '&[hidden]': { display: 'none' },
  '@media print': { '&[hidden]': { display: 'block' } },
} as const;

/** On a phone the tabs share the width. */
const tabsStyle = {
  borderBottom: 1,
  borderColor: 'divider',
  '& .MuiTab-root': {
    flex: { xs: '1 1 0', sm: 'none' },
    minWidth: { xs: 0, sm: 96 },
    px: { xs: 0.5, sm: 2 },
  },
} as const;

const panelStyle = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  gap: { xs: 2, sm: 3 },
  pt: { xs: 1.5, sm: 2 },
  '@media print': { gap: '8px', pt: 0 },
} as const;
