import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { IconButton, InputAdornment, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { useApi } from '../../dataProvider/useApi';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { users as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { OneTimeDialog, useAccountCall } from './OneTimeDialog';
import { describePasswordProblem, type UserRow } from './userModel';

/** The password is typed, or the server generates one and the dialog shows it once. */
export default function PasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { setUserPassword } = useApi();
  const canGenerate = useServerFeatures().hasField('users', 'must_change_password');
  const [isGenerated, setIsGenerated] = useState(canGenerate);
  const [typed, setTyped] = useState('');
  const { send, isPending, newPassword, problem, setProblem } = useAccountCall(
    (password: string | null) => setUserPassword(user.id, password),
    () => 'users.passwordDone',
    onClose,
  );
  const submit = () => {
    const inputProblem = isGenerated
      ? undefined
      : typed === ''
        ? t('validation.fillRequired')
        : describePasswordProblem(typed, user.username);
    setProblem(inputProblem ?? null);
    if (inputProblem === undefined) send(isGenerated ? null : typed);
  };
  if (newPassword)
    return (
      <OneTimeDialog
        name={user.name}
        username={user.username}
        accountRole={user.role}
        password={newPassword.password}
        onDone={newPassword.onDone}
      />
    );
  return (
    <SubmitDialog
      title={labels.password}
      name={user.name}
      problem={problem}
      isDirty={typed !== '' && !isGenerated}
      submitLabel={labels.password}
      pendingLabel={t('ui.saving')}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PasswordChoice
        canGenerate={canGenerate}
        isGenerated={isGenerated}
        onChoose={(generated) => {
          setIsGenerated(generated);
          setProblem(null);
        }}
        typed={typed}
        onType={setTyped}
      />
      <SecondaryText>{labels.passwordEndsSessions}</SecondaryText>
    </SubmitDialog>
  );
}

interface PasswordChoiceProps {
  canGenerate: boolean;
  isGenerated: boolean;
  onChoose: (isGenerated: boolean) => void;
  typed: string;
  onType: (password: string) => void;
}

function PasswordChoice({ canGenerate, isGenerated, onChoose, typed, onType }: PasswordChoiceProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Stack spacing={2}>
      {canGenerate && (
        <RadioChoice
          label={labels.passwordHow}
          value={isGenerated ? 'generated' : 'own'}
          choices={[
            { value: 'generated', name: labels.passwordGenerated },
            { value: 'own', name: labels.passwordOwn },
          ]}
          onChange={(choice) => onChoose(choice === 'generated')}
        />
      )}
      {isGenerated ? (
        <span>{labels.passwordGeneratedHint}</span>
      ) : (
        <TextField
          label={labels.passwordHow}
          type={isShown ? 'text' : 'password'}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          helperText={labels.passwordOwnHint}
          slotProps={{
            htmlInput: { dir: 'ltr', autoComplete: 'new-password', maxLength: 200 },
            input: {
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton
                    edge="end"
                    aria-label={t(isShown ? 'users.passwordHide' : 'users.passwordShow')}
                    onClick={() => setIsShown(!isShown)}
                  >
                    {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    </Stack>
  );
}
