import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type { AuditRow } from '../../../contract/audit';
import { useText } from '../../i18n/useText';
import { changeOf, nameOf, ownersOf } from './difference';
import { Difference } from './Difference';
import { FieldValue } from './FieldValue';
import { useTableName } from './useNames';

const colours = { created: 'success', updated: 'info', deleted: 'error' } as const;

/** One row that the operation touched, under its name; its values fold away. */
export function AuditRowPanel({ row, isOpenAtFirst }: { row: AuditRow; isOpenAtFirst: boolean }) {
  const t = useText();
  const tableName = useTableName();
  const change = changeOf(row);
  return (
    <Accordion
      variant="outlined"
      disableGutters
      defaultExpanded={isOpenAtFirst}
      sx={{ '&::before': { display: 'none' }, '& + &': { borderTop: 0 } }}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h4' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography component="span" color="text.secondary">
            {tableName(row.table_name)}
          </Typography>
          <Typography component="span" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
            <RowName row={row} />
          </Typography>
          {change !== 'unknown' && (
            <Chip
              component="span"
              size="small"
              variant="outlined"
              color={colours[change]}
              label={t(`audit.${change}`)}
            />
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pt: 0 }}>
        {change === 'unknown' ? (
          <Typography color="text.secondary">{t('audit.expiredValues')}</Typography>
        ) : (
          <Difference row={row} change={change} />
        )}
      </AccordionDetails>
    </Accordion>
  );
}

/** Its own name, else whose it is, else its number. */
function RowName({ row }: { row: AuditRow }) {
  const t = useText();
  const name = nameOf(row);
  if (name !== null) return <bdi>{name}</bdi>;
  const owners = ownersOf(row);
  if (owners.length === 0) return t('audit.rowId', { id: row.row_id });
  return owners.map((owner, place) => (
    <Fragment key={owner.column}>
      {place > 0 && ' · '}
      <FieldValue {...owner} />
    </Fragment>
  ));
}
