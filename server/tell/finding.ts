import type { MessagePart } from '../../contract/rules/messages';
import { lastTold, type ToldLog, type ToldMessage } from './log';

/** What a message tells about one student. */
export interface Finding extends Pick<MessagePart, 'sentence' | 'values'> {
  studentId: number;
  told: string;
  /** The message that has told it. Null: not yet told. */
  toldBy: ToldMessage | null;
  isCorrection?: true;
}

/** For kinds that tell each content once. */
export function toldBefore(log: ToldLog, student: number, told: string): ToldMessage | null {
  const last = lastTold(log, student);
  return last?.told === told ? last : null;
}
