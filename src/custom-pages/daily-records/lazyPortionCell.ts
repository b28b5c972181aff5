import { lazyComponent } from '../../ui/page/lazyComponent';

/** Suggests portions of the subject's list, and also accepts ranges of the mushaf. */
export const PortionCell = lazyComponent(() => import('./PortionCell'));
