import type { Generated } from 'kysely';
import type { MessageChannel, MessageKind, TemplateKey } from '../../../contract/rules/messages/message';
import type { SentenceForm } from '../../../contract/rules/messages/texts';
import type { Recorded } from './recorded';

export interface MessageTables {
  message_templates: MessageTemplatesTable;
  messages: MessagesTable;
  message_students: MessageStudentsTable;
}

/** Null: the text of Rasd. The templates of a beginning or an end have only `masculine`. */
type MessageTemplatesTable = Recorded & Record<SentenceForm, string | null> & { key: TemplateKey };

/** Not in the operation log. Without foreign keys to persons, because a message outlives their deletion. */
interface MessagesTable {
  id: Generated<number>;
  kind: MessageKind;
  /** The day or week that the message tells about; empty for other kinds. */
  about: string;
  /** Null: the student himself. */
  guardian_id: number | null;
  channel: MessageChannel;
  /** Null after 90 days. */
  text: string | null;
  opened_at: string;
  user_id: number;
  opened_by: string;
  not_sent_at: Generated<string | null>;
}

interface MessageStudentsTable {
  message_id: number;
  student_row_id: number;
  /** What the message told about the student, to find later changes. */
  content: string;
}
