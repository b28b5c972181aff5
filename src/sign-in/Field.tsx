import { type InputHTMLAttributes, useId, useState } from 'react';
import { signIn } from '../i18n/ar/signIn';

type FieldProps = { label: string } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'autoComplete' | 'autoFocus' | 'defaultValue' | 'aria-invalid'
>;

export function Field({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className="sign-in__field">
        <input
          id={id}
          type="text"
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...input}
        />
      </div>
    </div>
  );
}

export function PasswordField({ label, ...input }: FieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className="sign-in__field sign-in__field--secret">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1000}
          {...input}
        />
        <button
          type="button"
          className="sign-in__eye"
          aria-label={isShown ? signIn.hidePassword : signIn.showPassword}
          onClick={() => setIsShown(!isShown)}
        >
          <Eye isCrossedOut={isShown} />
        </button>
      </div>
    </div>
  );
}

const Eye = ({ isCrossedOut }: { isCrossedOut: boolean }) => (
  <svg
    aria-hidden
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
  >
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" />
    <circle cx="12" cy="12" r="3" />
    {isCrossedOut && <path d="M4 4l16 16" />}
  </svg>
);

/** Returns an empty text if the form has no field with this name. */
export function readField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
