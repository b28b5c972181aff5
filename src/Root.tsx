import { lazy, Suspense, useEffect } from 'react';
import { verify } from './custom-pages/verify';
import { currentSession, signOutReason, useSession } from './dataProvider/session';
import { signIn } from './i18n/ar/signIn';
import { Opening, OpeningFailed } from './sign-in/Opening';
import { SignInPage } from './sign-in/SignInPage';
import { TemporaryPasswordPage } from './sign-in/TemporaryPasswordPage';
import { Boundary } from './ui/page/Boundary';

/** The screens with react-admin under them: asked for at once when somebody is signed in already. */
const loadApp = () => import('./App');
/** Whoever checks a paper needs neither sign-in nor screens. */
const paperKey = verify.parsePath(window.location.pathname);
if (currentSession() && paperKey === undefined) void loadApp().catch(() => undefined);
const App = lazy(loadApp);

/** The check of a paper at its address; everywhere else the product. */
export function Root() {
  if (paperKey === undefined) return <Product />;
  return (
    <Boundary renderFallback={() => <OpeningFailed />}>
      <Suspense fallback={<Opening />}>
        <verify.Page paperKey={paperKey} />
      </Suspense>
    </Boundary>
  );
}

/** The sign-in page until somebody is signed in; then the screens. Whoever drops the session brings it back. */
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
        onBegin={() => void loadApp().catch(() => undefined)}
      />
    );
  if (session.user.must_change_password) return <TemporaryPasswordPage />;
  return (
    <Boundary renderFallback={() => <OpeningFailed />}>
      <Suspense fallback={<Opening />}>
        <App key={session.user.id} />
      </Suspense>
    </Boundary>
  );
}

/** `/login`, with the way back to where the person wanted to go, or was when the session ended. */
function showSignInAddress() {
  document.title = `${signIn.title} · ${signIn.product}`;
  const { pathname, search } = window.location;
  if (pathname === '/login') return;
  const isSomewhere = pathname !== '/' && signOutReason() !== 'left';
  const next = isSomewhere ? `?next=${encodeURIComponent(pathname + search)}` : '';
  window.history.replaceState(null, '', `/login${next}`);
}
