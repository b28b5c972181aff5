import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import { ListItemIcon, Menu, MenuItem } from '@mui/material';
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { t } from '../../i18n/text';
import type { DeletableResource } from '../dialog/ConfirmDelete';
import { lazyDialog } from '../dialog/lazyDialog';
import { IconAction } from '../page/IconAction';
import { useBackCloses } from '../page/overlays';
import { useIsPhone } from '../page/useIsPhone';
import { useMounted } from '../page/useMounted';

const RecordDeletion = lazyDialog(
  () => import('../dialog/RecordDeletion'),
  ({ onClose, onExited }) => {
    onClose();
    onExited();
  },
);

/** If true, row actions render as menu items instead of icons. */
export const InMenu = createContext(false);

interface RowButtonProps extends Omit<ComponentProps<typeof IconAction>, 'title' | 'onClick'> {
  title: string;
  icon: ReactNode;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export function RowButton({ icon, ...action }: RowButtonProps) {
  const isInMenu = useContext(InMenu);
  if (!isInMenu)
    return (
      <IconAction color="primary" {...action}>
        {icon}
      </IconAction>
    );
  const { title, label = title, to, href, target, rel, color, onClick } = action;
  const link = to ? { component: Link, to } : href ? { component: 'a', href, target, rel } : {};
  return (
    <MenuItem aria-label={label} {...link} {...(onClick && { onClick })}>
      <ListItemIcon sx={color === 'error' ? { color: 'error.main' } : {}}>{icon}</ListItemIcon>
      {title}
    </MenuItem>
  );
}

export function EditButton({ name }: { name: string }) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!record || !resource) return null;
  return (
    <RowButton
      title={t('ui.edit')}
      label={t('ui.editOf', { name })}
      icon={<Edit fontSize="small" />}
      to={createPath({ resource, id: record.id, type: 'edit' })}
    />
  );
}

/** A «⋯» menu for further `RowButton`s of a row. Render their dialogs outside the menu. */
export function MoreActions({ name, children }: { name: string; children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { isMounted, onExited } = useMounted(anchor !== null);
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
      {isMounted && (
        <ActionMenu anchor={anchor} onClose={() => setAnchor(null)} onExited={onExited}>
          {children}
        </ActionMenu>
      )}
    </>
  );
}

interface ActionMenuProps {
  anchor: HTMLElement | null;
  onClose: () => void;
  onExited: () => void;
  children: ReactNode;
}

function ActionMenu({ anchor, onClose, onExited, children }: ActionMenuProps) {
  useBackCloses(anchor !== null, onClose);
  return (
    // The items are not direct children, so the list takes the focus, and its arrow keys find them.
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      disableAutoFocusItem
      onClose={onClose}
      onClick={onClose}
      slotProps={{ transition: { onExited } }}
    >
      <InMenuItems>{children}</InMenuItems>
    </Menu>
  );
}

const InMenuItems = ({ children }: { children: ReactNode }) => <InMenu value>{children}</InMenu>;

interface RowActionsProps {
  name: string;
  /** The main action, which is also in the menu on a phone. */
  main?: ReactNode;
  deletion?: ReactNode;
  /** Further actions. They are always in the menu. */
  children?: ReactNode;
}

/** On a phone, all actions of a row are in its menu «⋯». */
export function RowActions({ name, main, deletion, children }: RowActionsProps) {
  const isPhone = useIsPhone();
  const hasMore = isPhone || Boolean(children);
  return (
    <>
      {!isPhone && main}
      {!isPhone && deletion}
      {hasMore && (
        <MoreActions name={name}>
          {isPhone && main}
          {children}
          {isPhone && deletion}
        </MoreActions>
      )}
    </>
  );
}

/** The dialog stays after the menu closes, so it is outside of the menu. */
export function RecordActions({ name, children }: Pick<RowActionsProps, 'name' | 'children'>) {
  const record = useRecordContext();
  const resource = useResourceContext() as DeletableResource;
  const [isDeleting, setIsDeleting] = useState(false);
  const { isMounted, onExited } = useMounted(isDeleting);
  return (
    <>
      <RowActions
        name={name}
        main={<EditButton name={name} />}
        deletion={<DeleteRowButton name={name} onClick={() => setIsDeleting(true)} />}
      >
        {children}
      </RowActions>
      {isMounted && record && (
        <RecordDeletion
          resource={resource}
          record={record}
          name={name}
          isOpen={isDeleting}
          onClose={() => setIsDeleting(false)}
          onExited={onExited}
        />
      )}
    </>
  );
}

export const DeleteRowButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <RowButton
    title={t('ui.delete')}
    label={t('ui.deleteOf', { name })}
    icon={<Delete fontSize="small" />}
    color="error"
    onClick={onClick}
  />
);
