import { lazyDialog } from '../../ui/dialog/lazyDialog';

/** For loading the dialog early: later there may be no network. */
export const loadMushafDialog = () =>
  import('./MushafDialog').then(({ MushafDialog }) => ({ default: MushafDialog }));

export const LazyMushafDialog = lazyDialog(loadMushafDialog);
