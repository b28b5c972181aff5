import type { FormEvent } from 'react';
import { apiCall } from '../dataProvider/apiCall';
import { dropSession, updateSession } from '../dataProvider/session';
import { signIn } from '../i18n/ar/signIn';
import { PasswordField, readField } from './Field';
import { Frame, Message } from './Frame';
import { useFormSubmit } from './useFormSubmit';

const minPasswordLength = 8;

/** After a sign-in with a generated password, the user must set a new password first. */
export function TemporaryPasswordPage() {
  const { isSending, problem, setProblem, send } = useFormSubmit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [current, chosen, repeated] = ['current', 'new', 'repeated'].map((name) =>
      readField(form, name),
    ) as [string, string, string];
    if (current === '' || chosen === '') return setProblem(signIn.changeIncomplete);
    if ([...chosen].length < minPasswordLength) return setProblem(signIn.passwordTooShort);
    if (chosen !== repeated) return setProblem(signIn.passwordsDiffer);
    return void send(
      async () => {
        await apiCall({ method: 'POST', path: '/auth/password', body: { current, new: chosen } });
        updateSession({ must_change_password: false });
      },
      ({ details }) => details[0]?.message ?? null,
    );
  };
  const signOut = () => {
    void apiCall({ method: 'POST', path: '/auth/logout' }).catch(() => undefined);
    dropSession('left');
  };
  return (
    <Frame title={signIn.changeTitle}>
      <form onSubmit={submit} noValidate>
        <p>{signIn.changeExplained}</p>
        <Message text={problem} isError />
        <PasswordField
          label={signIn.currentPassword}
          name="current"
          autoComplete="current-password"
          autoFocus
        />
        <PasswordField label={signIn.newPassword} name="new" autoComplete="new-password" />
        <PasswordField label={signIn.repeatPassword} name="repeated" autoComplete="new-password" />
        <button type="submit" className="sign-in__submit" aria-disabled={isSending}>
          {signIn.changeSubmit}
        </button>
        <button type="button" className="sign-in__plain" onClick={signOut}>
          {signIn.signOut}
        </button>
      </form>
    </Frame>
  );
}
