import { type FormEvent, useState } from 'react';
import type { SignInResult } from '../../contract/accounts/auth';
import { apiCall } from '../dataProvider/apiCall';
import { startSession } from '../dataProvider/session';
import { signIn } from '../i18n/ar/signIn';
import { Field, PasswordField, readField } from './Field';
import { ForgotPassword } from './ForgotPassword';
import { Frame, Message } from './Frame';
import { useFormSubmit } from './useFormSubmit';

interface SignInPageProps {
  isExpired: boolean;
  /** Called at each attempt to sign in. Loads the screens during the request. */
  onAttempt: () => void;
  /** Called after a sign-in with a password that must be changed. */
  onTemporaryPassword: (password: string, userId: number) => void;
}

export function SignInPage({ isExpired, onAttempt, onTemporaryPassword }: SignInPageProps) {
  const [hasForgottenPassword, setHasForgottenPassword] = useState(false);
  const [username, setUsername] = useState('');
  if (hasForgottenPassword)
    return <ForgotPassword username={username} onBack={() => setHasForgottenPassword(false)} />;
  return (
    <Frame title={signIn.title}>
      {isExpired && <Message text={signIn.sessionEnded} />}
      <SignInForm
        onAttempt={onAttempt}
        onTemporaryPassword={onTemporaryPassword}
        onForgotPassword={(typed) => {
          setUsername(typed);
          setHasForgottenPassword(true);
        }}
      />
      <p className="sign-in__aside">
        <a href="/verify">{signIn.verifyPaper}</a>
      </p>
    </Frame>
  );
}

/** A server responds to a wrong user name or password with one of these. */
const refusalStatuses = [400, 401, 422];

function SignInForm({
  onAttempt,
  onTemporaryPassword,
  onForgotPassword,
}: Omit<SignInPageProps, 'isExpired'> & {
  onForgotPassword: (username: string) => void;
}) {
  const { isSending, problem, setProblem, send } = useFormSubmit();
  // The QR code on a password slip contains the user name.
  const [initialUsername] = useState(() => new URLSearchParams(window.location.search).get('username') ?? '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = readField(form, 'username').trim();
    const password = readField(form, 'password');
    if (username === '' || password === '') return setProblem(signIn.bothRequired);
    onAttempt();
    return void send(
      async () => {
        const { json } = await apiCall({ method: 'POST', path: '/auth/login', body: { username, password } });
        window.history.replaceState(null, '', pathAfterSignIn());
        const result = json as SignInResult;
        if (result.user.must_change_password) onTemporaryPassword(password, result.user.id);
        startSession(result, form.has('remember'));
      },
      // The specification sets the message for a wrong user name or password.
      ({ status, serverMessage }) => (refusalStatuses.includes(status) ? signIn.failed : serverMessage),
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Message text={problem} isError />
      <Field
        label={signIn.username}
        name="username"
        autoComplete="username"
        defaultValue={initialUsername}
        autoFocus={initialUsername === ''}
        aria-invalid={problem !== null}
      />
      <PasswordField
        label={signIn.password}
        name="password"
        autoComplete="current-password"
        autoFocus={initialUsername !== ''}
        aria-invalid={problem !== null}
      />
      <div className="sign-in__row">
        <label className="sign-in__check">
          <input type="checkbox" name="remember" defaultChecked />
          {signIn.rememberMe}
        </label>
        <button
          type="button"
          className="sign-in__plain"
          onClick={(event) =>
            onForgotPassword(readField(new FormData(event.currentTarget.form ?? undefined), 'username'))
          }
        >
          {signIn.forgot}
        </button>
      </div>
      <button type="submit" className="sign-in__submit" aria-disabled={isSending}>
        {isSending ? signIn.submitting : signIn.submit}
      </button>
    </form>
  );
}

/** Returns the target in `next` if it is a page of this app; otherwise the dashboard. */
export function pathAfterSignIn(search = window.location.search): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const url = URL.canParse(next, window.location.origin) ? new URL(next, window.location.origin) : null;
  if (!next.startsWith('/') || url?.origin !== window.location.origin || url.pathname === '/login')
    return '/dashboard';
  return url.pathname + url.search;
}
