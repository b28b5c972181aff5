import { lazyComponent } from '../../../ui/page/lazyComponent';

export const ownAssignments = {
  Answer: lazyComponent(() => import('./AnswerPage')),
  View: lazyComponent(() => import('./ViewPage')),
};
