import MoreVert from '@mui/icons-material/MoreVert';
import { Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/text';
import { ListPopover } from '../dialog/ListPopover';
import { IconAction } from './IconAction';

/** What else can be done, below one another; it goes on while the list is closed: an export, a dialog. */
export default function MoreTools({ children }: { children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction
        title={t('ui.more')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWasOpen(true);
        }}
      >
        <MoreVert />
      </IconAction>
      <ListPopover title={t('ui.more')} anchor={anchor} width={280} isKept={wasOpen} onClose={close}>
        <Stack onClick={close} sx={{ p: 1, gap: 1, '& > *': { justifyContent: 'flex-start' } }}>
          {children}
        </Stack>
      </ListPopover>
    </>
  );
}
