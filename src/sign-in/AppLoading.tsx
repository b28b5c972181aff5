import { signIn } from '../i18n/ar/signIn';
import './signIn.css';
import { Frame } from './Frame';

export const AppLoading = () => (
  <main className="sign-in">
    <p className="sign-in__opening" role="status">
      {signIn.opening}
    </p>
  </main>
);

export const AppLoadFailed = () => (
  <Frame title={signIn.openingFailed}>
    <button type="button" className="sign-in__submit" onClick={() => window.location.reload()}>
      {signIn.tryAgain}
    </button>
  </Frame>
);
