import type { MessagePart } from '../../contract/rules/messages/message';
import { lastTold, type ToldLog, type ToldMessage } from './log';

/** What a message tells about one student. */
export interface Finding extends Pick<MessagePart, 'sentence' | 'values'> {
  studentId: number;
  content: string;
  /** The message that has told it. Null: not yet told. */
  toldBy: ToldMessage | null;
  isCorrection?: true;
}

/** For kinds that tell each content once. */
export function toldBefore(log: ToldLog, student: number, content: string): ToldMessage | null {
  const last = lastTold(log, student);
  return last?.content === content ? last : null;
}
