import MoreVert from '@mui/icons-material/MoreVert';
import { type Ref, useState } from 'react';
import { t } from '../../i18n/text';
import { ListPopover } from './ListPopover';
import { IconAction } from './IconAction';

interface MoreToolsProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** `Tools` moves the tools into this element of the popover. */
  slotRef: Ref<HTMLDivElement>;
}

/**
 * A phone shows the tools in a popover behind the button «⋯». The closed popover is not mounted, because a
 * hidden modal would stop the shortcuts of the page.
 */
export default function MoreTools({ isOpen, onOpen, slotRef }: MoreToolsProps) {
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
        onClose={() => onOpen(false)}
      >
        <div ref={slotRef} />
      </ListPopover>
    </>
  );
}
