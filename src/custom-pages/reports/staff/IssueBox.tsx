import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Issue } from '../../../../contract/papers';
import { shownCheck } from '../../../../contract/rules/paperCheck';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';

/** An issue with its QR code: one path of dark squares, `size` of them in a row. */
export interface DrawnIssue extends Issue {
  path: string;
  size: number;
}

/** On paper only: number and code of an issued transcript, by which anybody can check it. */
export function IssueBox({ issue: { number, code, address, path, size } }: { issue: DrawnIssue }) {
  const t = useText();
  return (
    <Box data-issue sx={boxStyle}>
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
            {t('staffReports.paperCheck')} <Isolated>{shownCheck(code)}</Isolated>
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

const boxStyle = {
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
