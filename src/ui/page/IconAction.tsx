import Delete from '@mui/icons-material/DeleteOutlined';
import { IconButton, type IconButtonProps, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/text';

interface IconActionProps extends Omit<IconButtonProps, 'title' | 'aria-label'> {
  /** The tooltip. */
  title: ReactNode;
  /** The accessible name, if it is more than the title: the title with the name of the record. */
  label?: string;
  /** The address of a link; else it is a button. */
  to?: string;
  /** The address of a page that is not one of the app. */
  href?: string;
  target?: string;
  rel?: string;
}

/** A button with only an icon, and a tooltip. */
export function IconAction({ title, label = String(title), ...button }: IconActionProps) {
  const drawn = <IconButton aria-label={label} {...button} {...(button.to && { component: Link })} />;
  return (
    <Tooltip title={title}>
      {/* A disabled button has no pointer events for the tooltip. */}
      {button.disabled === undefined ? drawn : <span>{drawn}</span>}
    </Tooltip>
  );
}

/** Deletes the named record, usually after a question. */
export function DeleteAction(props: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <IconAction title={t('ui.delete')} color="error" {...props}>
      <Delete fontSize="small" />
    </IconAction>
  );
}
