import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageRecipient, MessageState } from '../../../contract/families/tell';
import {
  freeTextMark,
  type MessageChannel,
  type MessageKind,
  textKey,
} from '../../../contract/rules/messages/message';
import type { OpenedMessage } from '../../dataProvider/families';
import { useApi } from '../../dataProvider/useApi';
import { t } from '../../i18n/text';

export interface TellChoice {
  kind: MessageKind;
  date: string;
  batchId: number | null;
  circleId: number | null;
  /** The typed text of a message of the kind `free`. */
  freeText: string;
}

/** A recipient with the state that this page knows before the server answers. */
export interface Message extends MessageRecipient {
  /** The server has not answered yet. */
  isPending: boolean;
}

interface LocalChange {
  state: MessageState;
  messageId: number | null;
  isStored: boolean;
  /** The call failed, and this body can be sent again. */
  unsent?: OpenedMessage;
}

export const isOpened = ({ state }: Pick<Message, 'state'>) => state === 'opened';

export const recipientName = ({ name, students }: Pick<Message, 'name' | 'students'>): string =>
  name ?? students.map((student) => student.name).join(t('ui.comma'));

const hasGroup = ({ batchId, circleId }: TellChoice) => batchId !== null || circleId !== null;

/** What this page has opened, by list and recipient. */
function useLocalChanges() {
  const { tell } = useApi();
  const [changes, setChanges] = useState<ReadonlyMap<string, LocalChange>>(new Map());
  const change = (id: string, values: LocalChange) => setChanges((before) => new Map(before).set(id, values));
  /** What the server has not stored stays on this page. */
  const forgetStored = () =>
    setChanges((before) => new Map([...before].filter(([, { isStored }]) => !isStored)));

  async function store(id: string, body: OpenedMessage) {
    change(id, { state: 'opened', messageId: null, isStored: false });
    try {
      const { message_id } = await (await tell()).opened(body);
      change(id, { state: 'opened', messageId: message_id, isStored: true });
    } catch {
      change(id, { state: 'opened', messageId: null, isStored: false, unsent: body });
    }
  }

  const failed = [...changes].flatMap(([id, { unsent }]) => (unsent ? [{ id, unsent }] : []));
  return { changes, change, forgetStored, store, failed };
}

function toQuery(choice: TellChoice) {
  const { kind, date, batchId, circleId, freeText } = choice;
  const isReady = kind !== 'free' || (freeText !== '' && hasGroup(choice));
  const query = {
    kind,
    date,
    ...(batchId !== null && { batch_id: batchId }),
    ...(circleId !== null && { circle_id: circleId }),
    ...(kind === 'free' && { text_key: textKey(freeText) }),
  };
  return { query, isReady };
}

/** The messages of a kind, and what this page has opened. */
export function useTell(choice: TellChoice) {
  const { tell } = useApi();
  const { kind, date, freeText } = choice;
  const { changes, change, forgetStored, store, failed } = useLocalChanges();
  const { query, isReady } = toQuery(choice);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['tell', query],
    queryFn: async () => {
      const recipients = await (await tell()).list(query);
      forgetStored();
      return recipients;
    },
    enabled: isReady,
    staleTime: 0,
  });
  // Keys are the same in lists of other kinds and days.
  const idOf = (key: string) => JSON.stringify([query, key]);

  const messages = (data ?? []).map((recipient): Message => {
    const local = changes.get(idOf(recipient.key));
    return {
      ...recipient,
      text: recipient.text.replace(freeTextMark, freeText),
      state: local?.state ?? recipient.state,
      message_id: local?.messageId ?? recipient.message_id,
      isPending: local !== undefined && !local.isStored && !local.unsent,
    };
  });

  const open = ({ key, guardian_id, students }: Message, channel: MessageChannel, text: string) =>
    store(idOf(key), {
      kind,
      date,
      guardian_id,
      students: students.map(({ id, content }) => ({ id, content })),
      channel,
      text,
    });

  /** @throws if the server did not store it */
  async function putBack({ key, message_id }: Message) {
    if (message_id !== null) await (await tell()).notSent(message_id);
    // The server does not know a message whose call failed.
    change(idOf(key), { state: 'not_sent', messageId: null, isStored: true });
  }

  return {
    messages: messages.filter(({ phone }) => phone !== null),
    unreachable: messages.filter(({ phone }) => phone === null),
    error: data ? null : error,
    isLoading: isReady && isPending,
    isReady,
    refetch,
    open,
    putBack,
    failedCount: failed.length,
    retryFailed: () => failed.forEach(({ id, unsent }) => void store(id, unsent)),
  };
}

export type Tell = ReturnType<typeof useTell>;
