import Delete from '@mui/icons-material/DeleteOutlined';
import Key from '@mui/icons-material/KeyOutlined';
import PersonLink from '@mui/icons-material/LinkOutlined';
import SwitchAccount from '@mui/icons-material/SwitchAccountOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDelete, useNotify, useUpdate } from 'react-admin';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDelete';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import { EditButton } from '../../ui/list/ListButtons';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { useOpenUserDialog } from './UserDialogs';
import type { UserRow } from './userModel';

/** What can be done with an account; linking here is for those who are not students (spec 2 §2). */
export function UserActions({ user }: { user: UserRow }) {
  const t = useText();
  const isOwn = useSession()?.user.id === user.id;
  const open = useOpenUserDialog();
  const { name } = user;
  return (
    <>
      <EditButton name={name} />
      {user.role !== 'student' && (
        <Tooltip title={t('users.linkTo')}>
          <IconButton
            color="primary"
            aria-label={t('users.linkOf', { name })}
            onClick={() => open('link', user)}
          >
            <PersonLink fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {user.is_orphaned && (
        <Tooltip title={t('users.give')}>
          <IconButton
            color="primary"
            aria-label={t('users.giveOf', { name })}
            onClick={() => open('give', user)}
          >
            <SwitchAccount fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t('users.password')}>
        <IconButton
          color="primary"
          aria-label={t('users.passwordOf', { name })}
          onClick={() => open('password', user)}
        >
          <Key fontSize="small" />
        </IconButton>
      </Tooltip>
      {!isOwn && <DeleteUser user={user} />}
    </>
  );
}

/** Deletes an account after a question; one that has done work is offered to be disabled instead. */
function DeleteUser({ user }: { user: UserRow }) {
  const t = useText();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  /** The server's sentence when the account has done work. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [remove, { isPending }] = useDelete<UserRow>();
  const confirm = () =>
    remove(
      'users',
      { id: user.id, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => notify(t('users.deleted'), { type: 'success' }),
        onError: (problem) => {
          const sentence = sentenceOf(problem, t('users.deleteFailed'));
          const hasWork = problem instanceof ApiProblem && problem.code === 'HAS_DEPENDENTS';
          if (hasWork && user.is_active) setRefusal(sentence);
          else notify(sentence, { type: 'error' });
        },
        onSettled: () => setIsOpen(false),
      },
    );
  return (
    <>
      <Tooltip title={t('ui.delete')}>
        <IconButton
          aria-label={t('ui.deleteOf', { name: user.name })}
          color="error"
          onClick={() => setIsOpen(true)}
        >
          <Delete fontSize="small" />
        </IconButton>
      </Tooltip>
      <ConfirmDelete
        isOpen={isOpen}
        question={t('users.deleteQuestion')}
        name={user.name}
        isPending={isPending}
        onConfirm={() => void confirm()}
        onClose={() => setIsOpen(false)}
      >
        <Typography color="text.secondary">{t('users.deleteNote')}</Typography>
      </ConfirmDelete>
      {refusal !== null && <DisableInstead user={user} reason={refusal} onClose={() => setRefusal(null)} />}
    </>
  );
}

interface DisableInsteadProps {
  user: UserRow;
  reason: string;
  onClose: () => void;
}

function DisableInstead({ user, reason, onClose }: DisableInsteadProps) {
  const t = useText();
  const notify = useNotify();
  const [update, { isPending }] = useUpdate<UserRow>();
  const disable = () =>
    update(
      'users',
      { id: user.id, data: { is_active: false }, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => notify(t('users.disabledNow', { name: user.name }), { type: 'success' }),
        onError: (problem) => notify(sentenceOf(problem, t('users.failed')), { type: 'error' }),
        onSettled: onClose,
      },
    );
  return (
    <QuestionDialog
      title={t('users.disableTitle')}
      text={reason}
      name={user.name}
      confirm={t('users.disableInstead')}
      hasFocus
      isPending={isPending}
      onConfirm={() => void disable()}
      onClose={onClose}
    />
  );
}
