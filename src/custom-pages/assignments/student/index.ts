import { later } from '../../../ui/page/later';

export const ownAssignments = {
  Answer: later(() => import('./AnswerPage')),
  View: later(() => import('./ViewPage')),
};
