import type { ReactNode } from 'react';
import { signIn } from '../i18n/ar/signIn';
import './signIn.css';

export const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="sign-in">
    <div className="sign-in__card">
      <p className="sign-in__brand">{signIn.product}</p>
      <p className="sign-in__tagline">{signIn.tagline}</p>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);

/** Screen readers announce an error at once. */
export function Message({ text, isError = false }: { text: string | null; isError?: boolean }) {
  if (text === null) return null;
  return (
    <p
      className={isError ? 'sign-in__message sign-in__message--error' : 'sign-in__message'}
      role={isError ? 'alert' : 'status'}
    >
      {text}
    </p>
  );
}
