import ViewWeek from '@mui/icons-material/ViewWeek';
import { Box, Button } from '@mui/material';
import { useLayoutEffect, useState } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { ListPopover } from '../page/ListPopover';

/**
 * React-admin's own button keeps a hidden modal in the page. `DataTable` shows the choice of columns in the
 * element with this id, which must be in the page when the table opens.
 */
export function ColumnsButton() {
  const title = useTranslate()('ra.action.select_columns');
  const id = `${useResourceContext()}.datatable-columnsSelector`;
  const [choice] = useState(() => Object.assign(document.createElement('div'), { id }));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [closedSlot, setClosedSlot] = useState<HTMLElement | null>(null);
  const [openSlot, setOpenSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => (openSlot ?? closedSlot)?.append(choice), [choice, closedSlot, openSlot]);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        startIcon={<ViewWeek />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {title}
      </Button>
      <div hidden ref={setClosedSlot} />
      <ListPopover title={title} anchor={anchor} width={280} onClose={() => setAnchor(null)}>
        <Box ref={setOpenSlot} sx={{ px: 1 }} />
      </ListPopover>
    </>
  );
}
