import MoreVert from '@mui/icons-material/MoreVert';
import { type Ref, useState } from 'react';
import { t } from '../../i18n/text';
import { ListPopover } from './ListPopover';
import { IconAction } from './IconAction';

interface MoreToolsProps {
  isOpen: boolean;
  /** What stands in it goes on while it is closed: an export, a dialog. */
  wasShown: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Where the tools stand. */
  place: Ref<HTMLDivElement>;
}

/** The button «⋯», and the list below it. */
export default function MoreTools({ isOpen, wasShown, onOpen, place }: MoreToolsProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      <IconAction
        ref={setButton}
        title={t('ui.more')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(true)}
      >
        <MoreVert />
      </IconAction>
      <ListPopover
        title={t('ui.more')}
        anchor={isOpen ? button : null}
        width={280}
        isKept={wasShown}
        onClose={() => onOpen(false)}
      >
        <div ref={place} />
      </ListPopover>
    </>
  );
}
