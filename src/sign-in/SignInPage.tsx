import { type FormEvent, useState } from 'react';
import type { SignInResult } from '../../contract/accounts/auth';
import { apiCall } from '../dataProvider/apiCall';
import { startSession } from '../dataProvider/session';
import { signIn } from '../i18n/ar/signIn';
import { Field, PasswordField, textOf } from './Field';
import { ForgotPassword } from './ForgotPassword';
import { Frame, Message } from './Frame';
import { useSending } from './useSending';

interface SignInPageProps {
  isExpired: boolean;
  /** Called when the person begins to sign in, to load the screens. */
  onBegin: () => void;
}

export function SignInPage({ isExpired, onBegin }: SignInPageProps) {
  const [hasForgotten, setHasForgotten] = useState(false);
  const [username, setUsername] = useState('');
  if (hasForgotten) return <ForgotPassword username={username} onBack={() => setHasForgotten(false)} />;
  return (
    <Frame title={signIn.title}>
      {isExpired && <Message text={signIn.sessionEnded} />}
      <SignInForm
        onBegin={onBegin}
        onForgot={(typed) => {
          setUsername(typed);
          setHasForgotten(true);
        }}
      />
      <p className="sign-in__aside">
        <a href="/verify">{signIn.verifyPaper}</a>
      </p>
    </Frame>
  );
}

/** The answers of a server to a wrong name or password. */
const refusals = [400, 401, 422];

function SignInForm({ onBegin, onForgot }: { onBegin: () => void; onForgot: (username: string) => void }) {
  const { isSending, problem, setProblem, send } = useSending();
  // The code on a slip has the user name.
  const [known] = useState(() => new URLSearchParams(window.location.search).get('username') ?? '');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = textOf(form, 'username').trim();
    const password = textOf(form, 'password');
    if (username === '' || password === '') return setProblem(signIn.bothRequired);
    onBegin();
    return void send(
      async () => {
        const { json } = await apiCall({ method: 'POST', path: '/auth/login', body: { username, password } });
        window.history.replaceState(null, '', wantedPath());
        startSession(json as SignInResult, form.has('remember'));
      },
      // The specification's sentence, whatever the server says, unless the failure has another cause.
      ({ status, serverMessage }) => (refusals.includes(status) ? signIn.failed : serverMessage),
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Message text={problem} isError />
      <Field
        label={signIn.username}
        name="username"
        autoComplete="username"
        defaultValue={known}
        autoFocus={known === ''}
        aria-invalid={problem !== null}
      />
      <PasswordField
        label={signIn.password}
        name="password"
        autoComplete="current-password"
        autoFocus={known !== ''}
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
            onForgot(textOf(new FormData(event.currentTarget.form ?? undefined), 'username'))
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

/** The page that the person wanted, if it is one of ours; else the dashboard. */
export function wantedPath(search = window.location.search): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const url = URL.canParse(next, window.location.origin) ? new URL(next, window.location.origin) : null;
  if (!next.startsWith('/') || url?.origin !== window.location.origin || url.pathname === '/login')
    return '/dashboard';
  return url.pathname + url.search;
}
