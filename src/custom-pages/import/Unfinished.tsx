import { Alert, AlertTitle, Box, Button, DialogContent, LinearProgress } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { Problem } from '../../features/import/Problem';
import { isImportLocked, type SavedImport, savedImports } from '../../features/import/savedImports';
import { t } from '../../i18n/text';
import { problemMessage } from '../../ui/page/problemMessage';
import { formatAgo, useNow } from '../../ui/page/useAgo';
import { RunDialog } from './RunDialog';
import { useImportWorker } from './useImportWorker';
import { useRuns } from './useRuns';

/** Imports that were interrupted by closing the page, with a button to continue each. */
export function Unfinished() {
  const now = useNow();
  const notify = useNotify();
  const { imports, discard, reread } = useUnfinished();
  const [resumed, setResumed] = useState<SavedImport | null>(null);
  const discardImport = async (saved: SavedImport) => {
    await discard(saved);
    notify(t('importsEnd.discarded'), { type: 'info' });
  };
  return (
    <>
      {imports
        .filter(({ id }) => id !== resumed?.id)
        .map((saved) => (
          <Alert key={saved.id} severity="warning" role="status">
            <AlertTitle>{t('importsEnd.unfinished')}</AlertTitle>
            {t('importsEnd.unfinishedText', { name: saved.name, when: formatAgo(saved.startedAt, now) })}
            <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
              <Button variant="contained" onClick={() => setResumed(saved)}>
                {t('importsEnd.resume')}
              </Button>
              <Button onClick={() => void discardImport(saved)}>{t('importsEnd.discard')}</Button>
            </Box>
          </Alert>
        ))}
      {resumed && (
        <ResumeDialog
          saved={resumed}
          onClose={() => {
            setResumed(null);
            reread();
          }}
        />
      )}
    </>
  );
}

/** The person's unfinished imports on this device that run in no window. */
function useUnfinished() {
  const userId = useSession()?.user.id ?? 0;
  const queryClient = useQueryClient();
  const queryKey = ['unfinishedImports', userId];
  const { data = [] } = useQuery({
    queryKey,
    // Without storage on the device there is nothing to continue.
    queryFn: () => unfinishedImports(userId).catch((): SavedImport[] => []),
    staleTime: 0,
  });
  return {
    imports: data,
    reread: () => void queryClient.invalidateQueries({ queryKey }),
    discard: async ({ id }: SavedImport) => {
      await savedImports.remove(id);
      await queryClient.invalidateQueries({ queryKey });
    },
  };
}

async function unfinishedImports(userId: number): Promise<SavedImport[]> {
  const saved = await savedImports.list(userId);
  const areLocked = await Promise.all(saved.map(({ id }) => isImportLocked(id)));
  return saved.filter((_, index) => areLocked[index] === false);
}

/** Continues an import with the same requests and keys, so that nothing is stored twice. */
function ResumeDialog({ saved, onClose }: { saved: SavedImport; onClose: () => void }) {
  const ask = useImportWorker();
  const runs = useRuns(ask);
  const { begin } = runs;
  // A dependency of the effect: the provider stays the same, its methods do not.
  const provider = useApi();
  const [problem, setProblem] = useState<string[]>([]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const prepare = async () => {
      const opened = await ask().open(saved.source);
      if ('problem' in opened) throw new Error(opened.problem.kind);
      for (const part of saved.parts) await ask().check(part);
      const isFromTheStart = await isUndone(saved.id, provider);
      begin(isFromTheStart ? { ...saved, round: saved.round + 1 } : saved, !isFromTheStart);
    };
    prepare().catch((failure) => setProblem([problemMessage(failure, t('imports.problems.unreadable'))]));
  }, [ask, begin, provider, saved]);
  return (
    <RunDialog title={saved.name} runs={runs} ask={ask} isMany={saved.parts.length > 1} onClose={onClose}>
      <DialogContent>
        <Problem messages={problem} />
        {problem.length === 0 && <LinearProgress aria-label={t('imports.reading')} />}
      </DialogContent>
    </RunDialog>
  );
}

/** Whether the import was undone meanwhile: then its stored answers are no longer true. */
async function isUndone(id: string, { importProgress }: Pick<Api, 'importProgress'>): Promise<boolean> {
  const answers = await savedImports.answers(id);
  if (answers.every(({ imported, updated, unchanged }) => imported + updated === unchanged)) return false;
  const progress = await importProgress(id);
  return progress !== null && progress.operation_id === null;
}
