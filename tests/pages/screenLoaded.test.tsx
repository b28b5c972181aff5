import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { lazyComponent } from '../../src/ui/page/lazyComponent';
import { LoadingEnd } from '../../src/layout/screenLoaded';
import { renderScreen } from '../support/screen';

afterEach(cleanup);

/** A promise with its resolve function. */
function defer<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

test('the rest of the frame waits for the code of the screen, for its data, and for data that it then loads', async () => {
  const code = defer<{ default: () => React.ReactNode }>();
  const data = { list: defer<string>(), details: defer<string>() };
  function Screen() {
    const list = useQuery({ queryKey: ['list'], queryFn: () => data.list.promise });
    const details = useQuery({
      queryKey: ['details'],
      queryFn: () => data.details.promise,
      enabled: list.isSuccess,
    });
    return <p>{[list.data ?? 'no list', details.data ?? 'no details'].join(', ')}</p>;
  }
  const LazyScreen = lazyComponent(() => code.promise);
  function Frame() {
    const [isLoaded, setIsLoaded] = useState(false);
    return (
      <>
        <p>{isLoaded ? 'loaded' : 'loading'}</p>
        <Suspense>
          <LazyScreen />
          <LoadingEnd onLoaded={() => setIsLoaded(true)} />
        </Suspense>
      </>
    );
  }
  renderScreen(<Frame />, {});
  code.resolve({ default: Screen });
  expect(await screen.findByText('no list, no details')).toBeTruthy();
  expect(screen.getByText('loading')).toBeTruthy();
  data.list.resolve('list');
  expect(await screen.findByText('list, no details')).toBeTruthy();
  expect(screen.getByText('loading')).toBeTruthy();
  data.details.resolve('details');
  await waitFor(() => expect(screen.getByText('loaded')).toBeTruthy());
});
