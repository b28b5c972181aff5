import { type FormEvent, useState } from 'react';
import { apiCall } from '../dataProvider/apiCall';
import { signIn } from '../i18n/ar/signIn';
import { Field, readField } from './Field';
import { Frame, Message } from './Frame';
import { useFormSubmit } from './useFormSubmit';

/** Sends a request to the admins of the institute. */
export function ForgotPassword({ username, onBack }: { username: string; onBack: () => void }) {
  const { isSending, problem, setProblem, send } = useFormSubmit();
  const [answer, setAnswer] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = readField(new FormData(event.currentTarget), 'username').trim();
    if (name === '') return setProblem(signIn.usernameRequired);
    return void send(
      async () => {
        const { json } = await apiCall({ method: 'POST', path: '/auth/forgot', body: { username: name } });
        setAnswer((json as { message?: string } | null)?.message ?? null);
      },
      ({ isUnsupportedCall }) => (isUnsupportedCall ? signIn.forgotMissing : null),
    );
  };
  return (
    <Frame title={signIn.forgotTitle}>
      <Message text={answer} />
      {answer === null && (
        <form onSubmit={submit} noValidate>
          <p>{signIn.forgotExplained}</p>
          <Message text={problem} isError />
          <Field
            label={signIn.username}
            name="username"
            autoComplete="username"
            autoFocus
            defaultValue={username}
          />
          <button type="submit" className="sign-in__submit" aria-disabled={isSending}>
            {signIn.forgotSubmit}
          </button>
        </form>
      )}
      <button type="button" className="sign-in__plain" onClick={onBack}>
        {signIn.backToSignIn}
      </button>
    </Frame>
  );
}
