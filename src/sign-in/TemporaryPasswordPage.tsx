import type { FormEvent } from 'react';
import { apiCall } from '../dataProvider/apiCall';
import { dropSession, updateSession } from '../dataProvider/session';
import { signIn } from '../i18n/ar/signIn';
import { PasswordField, textOf } from './Field';
import { Frame, Message } from './Frame';
import { useSending } from './useSending';

const shortest = 8;

/** A generated password must be changed first. */
export function TemporaryPasswordPage() {
  const { isSending, problem, setProblem, send } = useSending();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [current, chosen, repeated] = ['current', 'new', 'repeated'].map((name) => textOf(form, name)) as [
      string,
      string,
      string,
    ];
    if (current === '' || chosen === '') return setProblem(signIn.changeIncomplete);
    if ([...chosen].length < shortest) return setProblem(signIn.passwordTooShort);
    if (chosen !== repeated) return setProblem(signIn.passwordsDiffer);
    return void send(
      async () => {
        await apiCall({ method: 'POST', path: '/auth/password', body: { current, new: chosen } });
        updateSession({ must_change_password: false });
      },
      ({ details }) => details[0]?.message ?? null,
    );
  };
  const leave = () => {
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
        <button type="button" className="sign-in__plain" onClick={leave}>
          {signIn.signOut}
        </button>
      </form>
    </Frame>
  );
}
