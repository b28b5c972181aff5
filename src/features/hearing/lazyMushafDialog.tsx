import { lazyDialog } from '../../ui/dialog/lazyDialog';

/** Call it early, because the network may be down when the user opens the dialog. */
export const loadMushafDialog = () =>
  import('./MushafDialog').then(({ MushafDialog }) => ({ default: MushafDialog }));

export const LazyMushafDialog = lazyDialog(loadMushafDialog);
