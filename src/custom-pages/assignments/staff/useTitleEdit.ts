import { useState } from 'react';
import type { Assignment } from '../../../../contract/assignments';
import { useUpdateAssignment } from './useUpdateAssignment';

/** The title as it is being typed, and the assignment as it was when that began. */
interface Typed {
  title: string;
  begun: Pick<Assignment, 'title' | 'version'>;
}

/**
 * Another title, typed where it stands. The assignment may be read again meanwhile: what a colleague has made of the
 * title in that time is not overwritten without a question.
 */
export function useTitleEdit(assignment: Assignment) {
  const { update, isPending } = useUpdateAssignment(assignment);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [theirs, setTheirs] = useState<Record<string, unknown> | null>(null);
  const leave = () => {
    setTyped(null);
    setTheirs(null);
  };
  const send = ({ title, begun }: Typed) =>
    update(
      {
        change: { title },
        saved: 'assignments.updated',
        version: begun.version,
        onStale: (stored) => {
          // Something else was changed: the title alone is sent, over what is stored now.
          if (stored['title'] === begun.title)
            send({ title, begun: { ...begun, version: Number(stored['version']) } });
          else setTheirs(stored);
        },
      },
      { onSuccess: leave },
    );
  const save = () => {
    if (!typed || isPending) return;
    const title = typed.title.trim();
    if (title === '' || title === typed.begun.title) leave();
    else send({ ...typed, title });
  };
  return {
    /** Null while the title is only shown. */
    typed: typed?.title ?? null,
    type: (title: string) => setTyped({ title, begun: typed?.begun ?? assignment }),
    save,
    leave,
    isPending,
    stale: typed &&
      theirs && {
        mine: { title: typed.title.trim() },
        theirs,
        onResolve: ({ title }: Record<string, unknown>) => {
          if (title === theirs['title']) leave();
          else send({ title: String(title), begun: theirs as Typed['begun'] });
        },
        onClose: () => setTheirs(null),
      },
  };
}
