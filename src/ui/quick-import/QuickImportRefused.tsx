import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../i18n/useText';
import type { RowProblem } from './quickImportRows';
import type { RefusedRow } from './quickImportWrites';

interface QuickImportRefusedProps {
  resource: string;
  title: string;
  rows: readonly RefusedRow[];
}

/** A page with all of many thousands would stand still. */
const maxShown = 200;

/** Refused rows by their line in the file, each with its reasons. */
export function QuickImportRefused({ resource, title, rows }: QuickImportRefusedProps) {
  const t = useText();
  const translate = useTranslate();
  const titleId = useId();
  const reason = ({ field, message }: RowProblem) =>
    field === null
      ? message
      : `${translate(`resources.${resource}.fields.${field}`, { _: field })}: ${message}`;
  return (
    <div>
      <Typography id={titleId} sx={{ mb: 1, fontWeight: 600 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={titleId}
        // A list that scrolls must be reached by keyboard.
        tabIndex={0}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          maxHeight: { xs: '45vh', sm: 240 },
          overflowY: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        {rows.slice(0, maxShown).map(({ line, problems }) => (
          <Box
            component="li"
            key={line}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr)',
              gap: 1,
              px: 2,
              py: 1,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Typography variant="body2" className="figure" color="text.secondary" sx={{ minWidth: '4.5rem' }}>
              {t('quickImport.line', { line })}
            </Typography>
            <div>
              {problems.map((problem) => (
                <Typography key={reason(problem)} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {reason(problem)}
                </Typography>
              ))}
            </div>
          </Box>
        ))}
      </Box>
      {rows.length > maxShown && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {t('quickImport.moreRefused', { smart_count: rows.length - maxShown })}
        </Typography>
      )}
    </div>
  );
}
