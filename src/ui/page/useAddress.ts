import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from 'react-router';

/** `isNewEntry` adds an entry to the history. */
type ChangeAddress = (
  edit: (address: URLSearchParams) => void,
  isNewEntry?: boolean,
  state?: typeof sameSheetState,
) => void;

/** State of a navigation that does not change the sheet. */
export const sameSheetState = { isSameSheet: true } as const;

/** Edits the router's current URL. The rendered URL may be older. */
export function useAddress(): [address: URLSearchParams, change: ChangeAddress] {
  const router = useContext(RouterContext)?.router;
  const [address, setAddress] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (edit, isNewEntry = false, state) =>
      setAddress(
        (rendered) => {
          const changedParams = router ? new URLSearchParams(router.state.location.search) : rendered;
          edit(changedParams);
          return changedParams;
        },
        { replace: !isNewEntry, state },
      ),
    [router, setAddress],
  );
  return [address, change];
}
