import { lazyDialog } from '../../ui/dialog/lazyDialog';

/** Loads the dialog before it is needed, since there may be no network then. */
export const loadMushafDialog = () =>
  import('./MushafDialog').then(({ MushafDialog }) => ({ default: MushafDialog }));

/** `MushafDialog` of a screen that is used without it most of the time. */
export const LazyMushafDialog = lazyDialog(loadMushafDialog);
