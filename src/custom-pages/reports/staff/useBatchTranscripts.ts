import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { BatchForm, BatchWork } from '../../../../contract/papers';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { download } from '../../../ui/excelFile';
import { sentenceOf } from '../../../ui/sentenceOf';

/** So often the server is asked how far it has come. */
const pauseMs = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Has the transcripts of a batch made, follows them, and hands over the file. */
export function useBatchTranscripts() {
  const t = useText();
  const api = useDataProvider<Api>();
  const [work, setWork] = useState<BatchWork | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  /** The work that is waited for; another one, or none, ends the waiting. */
  const awaited = useRef<string | null>(null);

  const cancel = () => {
    const id = awaited.current;
    awaited.current = null;
    // One that is gone already needs no cancelling.
    if (id !== null) void api.cancelTranscripts(id).catch(() => undefined);
  };
  const cancelAtEnd = useRef(cancel);
  useEffect(() => {
    cancelAtEnd.current = cancel;
  });
  useEffect(() => () => cancelAtEnd.current(), []);

  const follow = async (begun: BatchWork) => {
    let now = begun;
    while (now.state === 'running') {
      await pause();
      if (awaited.current !== begun.id) return;
      now = await api.transcriptsWork(begun.id);
      setWork(now);
    }
    if (awaited.current !== begun.id) return;
    if (now.state === 'failed') return setProblem(t('staffReports.workFailed'));
    const { file, name } = await api.transcriptsFile(begun.id);
    download(file, name);
  };

  const begin = async (batchName: string, form: BatchForm) => {
    setIsRunning(true);
    setProblem(null);
    setWork(null);
    try {
      const begun = await api.startTranscripts({ batchName, form });
      if (!begun) return setProblem(t('staffReports.batchMissing'));
      awaited.current = begun.id;
      setWork(begun);
      await follow(begun);
      void api.noteReport({ type: 'transcript', action: 'exported', batchName });
    } catch (failure) {
      setProblem(sentenceOf(failure, t('ui.unexpected')));
    } finally {
      awaited.current = null;
      setIsRunning(false);
    }
  };
  return { work, problem, isRunning, begin, cancel };
}
