import Delete from '@mui/icons-material/DeleteOutlined';
import { IconButton, type IconButtonProps, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/text';

interface IconActionProps extends Omit<IconButtonProps, 'title' | 'aria-label'> {
  /** Shown to whoever points at it. */
  title: ReactNode;
  /** Its name, where that is more than the title: the title with the name of the record. */
  label?: string;
  /** Where it leads; else what it does. */
  to?: string;
}

/** A button that shows a sign alone, and says in words what it does. */
export function IconAction({ title, label = String(title), ...button }: IconActionProps) {
  const drawn = <IconButton aria-label={label} {...button} {...(button.to && { component: Link })} />;
  return (
    <Tooltip title={title}>
      {/* A button that is off tells nobody that something points at it. */}
      {button.disabled === undefined ? drawn : <span>{drawn}</span>}
    </Tooltip>
  );
}

/** Deletes what it names, mostly after a question. */
export function DeleteAction(props: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <IconAction title={t('ui.delete')} color="error" {...props}>
      <Delete fontSize="small" />
    </IconAction>
  );
}
