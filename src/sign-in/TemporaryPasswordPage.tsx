import { type FormEvent, useEffect } from 'react';
import { apiCall } from '../dataProvider/apiCall';
import { dropSession, updateSession } from '../dataProvider/session';
import { signIn } from '../i18n/ar/signIn';
import { PasswordField, readField } from './Field';
import { Frame, Message } from './Frame';
import { useFormSubmit } from './useFormSubmit';

const minPasswordLength = 8;

export interface TypedPassword {
  password: string;
  userId: number;
  /** Milliseconds. */
  typedAt: number;
}

/** Then the page asks again, because another person may sit at the device. */
const maxTypedAge = 10 * 60_000;

interface TemporaryPasswordPageProps {
  /** The password of the sign-in in this tab. Null: the page asks for it. */
  typed: TypedPassword | null;
  onForget: () => void;
}

/** After a sign-in with a generated password, the user must set a new password first. */
export function TemporaryPasswordPage({ typed, onForget }: TemporaryPasswordPageProps) {
  useEffect(() => {
    if (!typed) return undefined;
    const timer = setTimeout(onForget, typed.typedAt + maxTypedAge - Date.now());
    return () => clearTimeout(timer);
  }, [typed, onForget]);
  const { isSending, problem, setProblem, send } = useFormSubmit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [typedAgain, chosen, repeated] = ['current', 'new', 'repeated'].map((name) =>
      readField(form, name),
    ) as [string, string, string];
    // A device that slept has not run the timer yet.
    if (typed && Date.now() - typed.typedAt > maxTypedAge) return onForget();
    const current = typed?.password ?? typedAgain;
    if (current === '' || chosen === '') return setProblem(signIn.changeIncomplete);
    if ([...chosen].length < minPasswordLength) return setProblem(signIn.passwordTooShort);
    if (chosen !== repeated) return setProblem(signIn.passwordsDiffer);
    return void send(
      async () => {
        await apiCall({ method: 'POST', path: '/auth/password', body: { current, new: chosen } });
        onForget();
        updateSession({ must_change_password: false });
      },
      ({ code, details }) => {
        // An admin has set another password since the sign-in.
        if (code === 'WRONG_PASSWORD') onForget();
        return details[0]?.message ?? null;
      },
    );
  };
  const signOut = () => {
    void apiCall({ method: 'POST', path: '/auth/logout' }).catch(() => undefined);
    onForget();
    dropSession('left');
  };
  return (
    <Frame title={signIn.changeTitle}>
      <form onSubmit={submit} noValidate>
        <p>{signIn.changeExplained}</p>
        <Message text={problem} isError />
        {!typed && (
          <PasswordField
            label={signIn.currentPassword}
            name="current"
            autoComplete="current-password"
            autoFocus
          />
        )}
        <PasswordField
          label={signIn.newPassword}
          name="new"
          autoComplete="new-password"
          autoFocus={typed !== null}
        />
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
