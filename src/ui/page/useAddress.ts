import { useCallback, useContext, useState } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from 'react-router';

/** Changes the parameters of the address; `isStep` adds an entry to the history. */
type ChangeAddress = (
  edit: (address: URLSearchParams) => void,
  isStep?: boolean,
  state?: typeof sameSheet,
) => void;

/** The state of an address that only names what is on the screen already. */
export const sameSheet = { isSameSheet: true } as const;

/**
 * The state of a screen in its address. A change is based on the router's address, not on the rendered one: a second
 * choice may come before the first one is rendered. A choice that was refused, because typed text would be lost, is
 * not in the router's address and so not included later.
 */
export function useAddress(): [address: URLSearchParams, change: ChangeAddress] {
  // `useSearchParams` passes the rendered address to a function.
  const router = useContext(RouterContext)?.router;
  const [address, setAddress] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (edit, isStep = false, state) =>
      setAddress(
        (drawn) => {
          const after = router ? new URLSearchParams(router.state.location.search) : drawn;
          edit(after);
          return after;
        },
        { replace: !isStep, state },
      ),
    [router, setAddress],
  );
  return [address, change];
}

/** The search for a name on a teaching screen; it begins with the one in the address. */
export function useNameSearch(): [q: string, setQ: (q: string) => void] {
  const [address] = useSearchParams();
  return useState(address.get('q') ?? '');
}
