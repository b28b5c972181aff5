import { cleanup, render, screen } from '@testing-library/react';
import { StrictMode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent } from '../../src/ui/page/lazyComponent';

afterEach(cleanup);

const Part = ({ name }: { name: string }) => <p>{name}</p>;

const renderPart = (Lazy: (props: { name: string }) => React.ReactNode) =>
  render(
    <StrictMode>
      <Suspense fallback="fallback">
        <Lazy name="part" />
      </Suspense>
    </StrictMode>,
  );

test('a part whose code is there renders at once, without the fallback', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Part }>>(async () => ({ default: Part }));
  const Lazy = lazyComponent(load);
  renderPart(Lazy);
  expect(screen.getByText('fallback')).toBeTruthy();
  expect(await screen.findByText('part')).toBeTruthy();
  cleanup();
  renderPart(Lazy);
  expect(screen.getByText('part')).toBeTruthy();
  cleanup();
  const Preloaded = lazyComponent(load);
  await Preloaded.preload();
  renderPart(Preloaded);
  expect(screen.getByText('part')).toBeTruthy();
});

test('a failed preload is tried again by the render', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Part }>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue({ default: Part });
  const Lazy = lazyComponent(load);
  await Lazy.preload();
  renderPart(Lazy);
  expect(screen.getByText('fallback')).toBeTruthy();
  expect(await screen.findByText('part')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
