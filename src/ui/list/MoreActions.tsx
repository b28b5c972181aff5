import MoreVert from '@mui/icons-material/MoreVert';
import { Menu } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/text';
import { useBackCloses } from '../page/overlays';
import { InMenu, RowButton } from './ListButtons';

/** A «⋯» menu for further `RowButton`s of a row. Render their dialogs outside the menu. */
export function MoreActions({ name, children }: { name: string; children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  useBackCloses(anchor !== null, close);
  return (
    <>
      <RowButton
        title={t('ui.more')}
        label={t('ui.moreOf', { name })}
        icon={<MoreVert fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} onClick={close}>
        <InMenuItems>{children}</InMenuItems>
      </Menu>
    </>
  );
}

const InMenuItems = ({ children }: { children: ReactNode }) => <InMenu value>{children}</InMenu>;
