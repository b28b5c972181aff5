import Delete from '@mui/icons-material/DeleteOutlined';
import { IconButton, type IconButtonProps, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/text';

interface IconActionProps extends Omit<IconButtonProps, 'title' | 'aria-label'> {
  title: ReactNode;
  /** Accessible name, if it differs from the title. It usually contains the name of the record. */
  label?: string;
  to?: string;
  /** A URL outside the app. */
  href?: string;
  target?: string;
  rel?: string;
}

export function IconAction({ title, label = String(title), ...button }: IconActionProps) {
  const iconButton = <IconButton aria-label={label} {...button} {...(button.to && { component: Link })} />;
  return (
    <Tooltip title={title}>
      {/* A disabled button sends no pointer events to the tooltip. */}
      {button.disabled === undefined ? iconButton : <span>{iconButton}</span>}
    </Tooltip>
  );
}

export function DeleteAction(props: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <IconAction title={t('ui.delete')} color="error" {...props}>
      <Delete fontSize="small" />
    </IconAction>
  );
}
