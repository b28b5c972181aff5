import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refetchAll } from '../../src/dataProvider/outbox/registers';

it('a screen whose first load was pending when a queued write arrived is loaded once more', async () => {
  const client = new QueryClient();
  const replies: ((text: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => replies.push(resolve));
  const screen = new QueryObserver(client, { queryKey: ['day'], queryFn });
  const unsubscribe = screen.subscribe(() => {});
  expect(replies).toHaveLength(1);
  const isLoaded = refetchAll(client);
  replies[0]?.('as it was before');
  await vi.waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.('with what arrived');
  await isLoaded;
  expect(screen.getCurrentResult().data).toBe('with what arrived');
  unsubscribe();
});

it('a loaded screen is loaded again once', async () => {
  const client = new QueryClient();
  const queryFn = vi.fn<() => Promise<string>>(async () => 'text');
  const screen = new QueryObserver(client, { queryKey: ['day'], queryFn });
  const unsubscribe = screen.subscribe(() => {});
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toBe('text'));
  await refetchAll(client);
  expect(queryFn).toHaveBeenCalledTimes(2);
  unsubscribe();
});
