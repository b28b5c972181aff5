import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from 'react-router';

/** Changes what stands in the address; `isStep` leaves a step to go back to. */
type ChangeAddress = (edit: (address: URLSearchParams) => void, isStep?: boolean) => void;

/**
 * What a screen keeps in its address. A change is made over what the router has, not over what is drawn: a second
 * choice may come before the first one is on the screen, from another field too. A choice that was refused, since
 * something typed would be lost, is not in the router's address, so that it is not taken along later.
 */
export function useAddress(): [address: URLSearchParams, change: ChangeAddress] {
  // What `useSearchParams` hands to a function is what was drawn last.
  const router = useContext(RouterContext)?.router;
  const [address, setAddress] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (edit, isStep = false) =>
      setAddress(
        (drawn) => {
          const after = router ? new URLSearchParams(router.state.location.search) : drawn;
          edit(after);
          return after;
        },
        { replace: !isStep },
      ),
    [router, setAddress],
  );
  return [address, change];
}
