import { lazy, Suspense, useEffect } from 'react';
import { verify } from './custom-pages/verify';
import { currentSession, signOutReason, useSession } from './dataProvider/session';
import { signIn } from './i18n/ar/signIn';
import { AppLoading, AppLoadFailed } from './sign-in/AppLoading';
import { SignInPage } from './sign-in/SignInPage';
import { TemporaryPasswordPage } from './sign-in/TemporaryPasswordPage';
import { Boundary } from './ui/page/Boundary';

/** Loads the screens and react-admin; starts at once if somebody is already signed in. */
const loadApp = () => import('./App');
/** The page that checks a paper needs neither sign-in nor the screens. */
const paperKey = verify.parsePath(window.location.pathname);
if (currentSession() && paperKey === undefined) void loadApp().catch(() => undefined);
const App = lazy(loadApp);

/** The page that checks a paper, if the address is one; else the product. */
export function Root() {
  if (paperKey === undefined) return <Product />;
  return (
    <Boundary renderFallback={() => <AppLoadFailed />}>
      <Suspense fallback={<AppLoading />}>
        <verify.Page paperKey={paperKey} />
      </Suspense>
    </Boundary>
  );
}

/**
 * Shows the sign-in page until somebody is signed in, then the screens; without a session the sign-in page is back.
 */
function Product() {
  const session = useSession();
  const isSignedIn = session !== null;
  useEffect(() => {
    if (!isSignedIn) showSignInAddress();
  }, [isSignedIn]);

  if (!session)
    return (
      <SignInPage
        isExpired={signOutReason() === 'expired'}
        onAttempt={() => void loadApp().catch(() => undefined)}
      />
    );
  if (session.user.must_change_password) return <TemporaryPasswordPage />;
  return (
    <Boundary renderFallback={() => <AppLoadFailed />}>
      <Suspense fallback={<AppLoading />}>
        <App key={session.user.id} />
      </Suspense>
    </Boundary>
  );
}

/** Changes the address to `/login`; `next` is the page that the person wanted, or was on when the session ended. */
function showSignInAddress() {
  document.title = `${signIn.title} · ${signIn.product}`;
  const { pathname, search } = window.location;
  if (pathname === '/login') return;
  const hasNext = pathname !== '/' && signOutReason() !== 'left';
  const next = hasNext ? `?next=${encodeURIComponent(pathname + search)}` : '';
  window.history.replaceState(null, '', `/login${next}`);
}
