import Block from '@mui/icons-material/BlockOutlined';
import Enable from '@mui/icons-material/CheckCircleOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import PersonLink from '@mui/icons-material/LinkOutlined';
import SwitchAccount from '@mui/icons-material/SwitchAccountOutlined';
import { Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useDelete, useUpdate } from 'react-admin';
import { maxBulkRecords } from '../../../contract/bulk/bulkCalls';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useSession } from '../../dataProvider/session';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDelete';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { EditButton, RowButton, DeleteRowButton, RowActions } from '../../ui/list/RowActions';
import { problemMessage } from '../../ui/page/problemMessage';
import { useIsPhone } from '../../ui/page/useIsPhone';
import type { UserRow } from './userModel';

/** A student's account has no link button (spec 2 §2). */
export function UserActions({ user }: { user: UserRow }) {
  const { isOwnAccount, setActive } = useActivation(user);
  const openDialog = useOpenUserDialog();
  const isPhone = useIsPhone();
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, is_active } = user;
  return (
    <>
      <RowActions
        name={name}
        main={<EditButton name={name} />}
        deletion={!isOwnAccount && <DeleteRowButton name={name} onClick={() => setIsDeleting(true)} />}
      >
        {user.role !== 'student' && (
          <RowButton
            title={labels.linkTo}
            label={t('users.linkOf', { name })}
            icon={<PersonLink fontSize="small" />}
            onClick={() => openDialog('link', user)}
          />
        )}
        {user.is_orphaned && (
          <RowButton
            title={labels.give}
            label={t('users.giveOf', { name })}
            icon={<SwitchAccount fontSize="small" />}
            onClick={() => openDialog('give', user)}
          />
        )}
        <RowButton
          title={labels.password}
          label={t('users.passwordOf', { name })}
          icon={<Key fontSize="small" />}
          onClick={() => openDialog('password', user)}
        />
        {/* A table has a switch instead. */}
        {isPhone && !isOwnAccount && (
          <RowButton
            title={t(is_active ? 'users.disable' : 'users.enable')}
            label={t(is_active ? 'users.disableOf' : 'users.enableOf', { name })}
            icon={is_active ? <Block fontSize="small" /> : <Enable fontSize="small" />}
            onClick={() => setActive(!is_active)}
          />
        )}
      </RowActions>
      {isDeleting && <UserDeletion user={user} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

/** Users cannot deactivate their own account. */
export function useActivation(user: UserRow) {
  const { notifyDone, notifyProblem } = useNotices();
  const isOwnAccount = useSession()?.user.id === user.id;
  const [update, { isPending }] = useUpdate<UserRow>();
  return {
    isOwnAccount,
    isPending,
    setActive: (is_active: boolean, onSettled = () => undefined as void) =>
      void update(
        'users',
        { id: user.id, data: { is_active }, previousData: user },
        {
          mutationMode: 'pessimistic',
          onSuccess: (updated) =>
            notifyDone(t(is_active ? 'users.enabled' : 'users.disabledNow', { name: user.name }), updated),
          onError: (problem) => notifyProblem(problem, t('users.failed')),
          onSettled,
        },
      ),
  };
}

/** An account with recorded work can be disabled, but not deleted. */
function UserDeletion({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { notifyDone, notifyError } = useNotices();
  const [isOpen, setIsOpen] = useState(true);
  /** The server's message if the account has recorded work. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [remove, { isPending }] = useDelete<UserRow>();
  const confirm = () =>
    remove(
      'users',
      { id: user.id, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: (deleted) => notifyDone(labels.deleted, deleted),
        onError: (problem) => {
          const message = problemMessage(problem, labels.deleteFailed);
          const hasWork = problem instanceof ApiProblem && problem.code === 'HAS_DEPENDENTS';
          if (hasWork && user.is_active) setRefusal(message);
          else notifyError(message);
        },
        onSettled: () => setIsOpen(false),
      },
    );
  return (
    <>
      <ConfirmDelete
        isOpen={isOpen}
        question={labels.deleteQuestion}
        name={user.name}
        isPending={isPending}
        onConfirm={() => void confirm()}
        onClose={() => setIsOpen(false)}
        onExited={refusal === null ? onClose : undefined}
      >
        <Typography color="text.secondary">{labels.deleteNote}</Typography>
      </ConfirmDelete>
      {refusal !== null && <DisableInstead user={user} reason={refusal} onClose={onClose} />}
    </>
  );
}

function DisableInstead({ user, reason, onClose }: { user: UserRow; reason: string; onClose: () => void }) {
  const { isPending, setActive } = useActivation(user);
  return (
    <QuestionDialog
      title={labels.disableTitle}
      text={reason}
      name={user.name}
      confirmLabel={labels.disableInstead}
      isConfirmFocused
      isPending={isPending}
      onConfirm={() => setActive(false, onClose)}
      onClose={onClose}
    />
  );
}

const LinkDialog = lazyDialog(() => import('./LinkDialog'));
const GiveAccountDialog = lazyDialog(() => import('./GiveAccountDialog'));
const PasswordDialog = lazyDialog(() => import('./PasswordDialog'));
const OwnPasswordDialog = lazyDialog(() => import('../../features/accounts/OwnPasswordDialog'));

type DialogKind = 'link' | 'give' | 'password';
const OpenDialogContext = createContext<(kind: DialogKind, user: UserRow) => void>(() => undefined);

const useOpenUserDialog = () => useContext(OpenDialogContext);

/** A row can unmount while its dialog shows a one-time password, so the dialogs are outside of the rows. */
export function UserDialogs({ children }: { children: ReactNode }) {
  const ownId = useSession()?.user.id;
  // Our server also asks for the old password. Other servers lack that endpoint.
  const hasOwnForm = useServerFeatures().has('ownPassword');
  const [dialog, setDialog] = useState<{ kind: DialogKind; user: UserRow } | null>(null);
  const [openDialog] = useState(() => (kind: DialogKind, user: UserRow) => setDialog({ kind, user }));
  const close = () => setDialog(null);
  const isOwnAccount = dialog?.user.id === ownId && hasOwnForm;
  return (
    <OpenDialogContext.Provider value={openDialog}>
      {children}
      {dialog?.kind === 'link' && <LinkDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'give' && <GiveAccountDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'password' && !isOwnAccount && <PasswordDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'password' && isOwnAccount && <OwnPasswordDialog onClose={close} />}
    </OpenDialogContext.Provider>
  );
}

/** Deactivates the selected accounts in one operation. */
export function DeactivateUsersButton({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { deactivateMany } = useApi();
  const { notifyDone, notifyProblem } = useNotices();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => deactivateMany(ids),
    onSuccess: (answer) => {
      onDone();
      notifyDone(answer.message, answer);
    },
    onError: (problem) => notifyProblem(problem, t('users.failed')),
    onSettled: () => setIsOpen(false),
  });
  return (
    <>
      <Button
        variant="outlined"
        disabled={ids.length === 0 || ids.length > maxBulkRecords}
        onClick={() => setIsOpen(true)}
      >
        {labels.disableChosen}
      </Button>
      <QuestionDialog
        isOpen={isOpen}
        title={labels.disableChosen}
        text={t('users.disableQuestion', { what: t('counted.users', { smart_count: ids.length }) })}
        confirmLabel={labels.disableChosen}
        isPending={isPending}
        onConfirm={() => mutate()}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
