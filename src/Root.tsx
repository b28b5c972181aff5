import { Suspense, useEffect, useState } from 'react';
import { verify } from './custom-pages/verify';
import { currentSession, signOutReason, useSession } from './dataProvider/session';
import { signIn } from './i18n/ar/signIn';
import { AppLoading, AppLoadFailed } from './sign-in/AppLoading';
import { SignInPage } from './sign-in/SignInPage';
import { TemporaryPasswordPage, type TypedPassword } from './sign-in/TemporaryPasswordPage';
import { Boundary } from './ui/page/Boundary';
import { lazyComponent } from './ui/page/lazyComponent';
import { loadNewVersionOnce } from './ui/page/newVersion';

/** The page that verifies a paper needs no session. */
const paperKey = verify.parsePath(window.location.pathname);

/** Maximum time that a paint waits for code. React would show a fallback for at least 300 ms. */
const maxCodeWaitMs = 300;

/** Resolves when the code is loaded, or after the maximum time. */
export const waitForCode = (load: Promise<void>): Promise<void> =>
  Promise.race([load, new Promise<void>((resolve) => setTimeout(resolve, maxCodeWaitMs))]);

/** The app contains react-admin. */
const App = lazyComponent(async () => {
  const app = await import('./App');
  await waitForCode(app.preloadScreen());
  return app;
});
/** With a session, the app loads immediately. The promise never rejects. */
export const appLoad = currentSession() && paperKey === undefined ? App.preload() : Promise.resolve();

export function Root() {
  if (paperKey === undefined) return <SessionGate />;
  return (
    <Boundary renderFallback={() => <AppLoadFailed />}>
      <Suspense fallback={<AppLoading />}>
        <verify.Page paperKey={paperKey} />
      </Suspense>
    </Boundary>
  );
}

function SessionGate() {
  const session = useSession();
  const isSignedIn = session !== null;
  // Only in memory: a stolen session, another tab and a reload do not have it.
  const [typedPassword, setTypedPassword] = useState<TypedPassword | null>(null);
  useEffect(() => {
    if (!isSignedIn) replaceUrlWithSignIn();
  }, [isSignedIn]);

  if (!session)
    return (
      <SignInPage
        isExpired={signOutReason() === 'expired'}
        onAttempt={() => void App.preload()}
        onTemporaryPassword={(password, userId) =>
          setTypedPassword({ password, userId, typedAt: Date.now() })
        }
      />
    );
  // Another tab may have signed another user in.
  const ownPassword = typedPassword?.userId === session.user.id ? typedPassword : null;
  if (session.user.must_change_password)
    return <TemporaryPasswordPage typed={ownPassword} onForget={() => setTypedPassword(null)} />;
  return (
    <Boundary renderFallback={() => <AppLoadFailed />} onError={loadNewVersionOnce}>
      <Suspense fallback={<AppLoading />}>
        <App key={session.user.id} />
      </Suspense>
    </Boundary>
  );
}

/** `next` is the page to open after the sign-in. */
function replaceUrlWithSignIn() {
  document.title = `${signIn.title} · ${signIn.product}`;
  const { pathname, search } = window.location;
  if (pathname === '/login') return;
  const hasNext = pathname !== '/' && signOutReason() !== 'left';
  const next = hasNext ? `?next=${encodeURIComponent(pathname + search)}` : '';
  window.history.replaceState(null, '', `/login${next}`);
}
